package dev.tenure.shop;

import dev.tenure.ElectionEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders in every process, whether it leads or not. */
@RestController
public class Orders {
    private final Invoices invoices;
    private final List<String> orders = new CopyOnWriteArrayList<>();
    private final List<Long> tokens = new CopyOnWriteArrayList<>();

    Orders(Invoices invoices) {
        this.invoices = invoices;
    }

    /** Takes an order. */
    @PostMapping("/orders")
    public int order(@RequestBody String what) {
        orders.add(what);
        return orders.size();
    }

    /** Shows how often this process has sent invoices, and in which terms. */
    @GetMapping("/invoices")
    public Map<String, Object> invoices() {
        return Map.of("runs", invoices.runs(), "tokens", tokens);
    }

    // snippet: event
    @EventListener
    void on(ElectionEvent.Acquired event) {
        tokens.add(event.token());
    }
    // end
}
