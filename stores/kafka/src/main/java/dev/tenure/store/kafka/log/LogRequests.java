package dev.tenure.store.kafka.log;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Requests to leaders as records of the log: the last for an election counts. Thread-safe. */
final class LogRequests implements Requests {
    private final ElectionLog log;

    LogRequests(ElectionLog log) {
        this.log = log;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        log.prepare(deadline);
        log.write(new LogRecord.Asked(RecordFormat.newId(), request), deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        Map<String, Request> pending = new LinkedHashMap<>();
        if (log.catchUp(deadline)) {
            for (String election : elections) {
                log.view().request(election).ifPresent(request -> pending.put(election, request));
            }
        }
        return pending;
    }
}
