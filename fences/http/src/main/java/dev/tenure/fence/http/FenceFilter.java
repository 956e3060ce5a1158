package dev.tenure.fence.http;

import static java.util.Objects.requireNonNull;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Puts a fence before servlets: a request with a lower token than one before is answered with 412, a write without a
 * token with 428, one of another election with 409. Requests that only read pass without a token. A servlet that goes
 * on asynchronously is guarded until its {@code service} returns, and no longer.
 */
public final class FenceFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient HttpFence fence;

    public FenceFilter(HttpFence fence) {
        this.fence = requireNonNull(fence, "fence");
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        FenceGate.pass(fence, new FenceGate.Exchange<ServletException>() {
            @Override
            public String method() {
                return request.getMethod();
            }

            @Override
            public @Nullable String header(String name) {
                return request.getHeader(name);
            }

            @Override
            public void handle() throws IOException, ServletException {
                chain.doFilter(request, response);
            }

            @Override
            public void refuse(Refusal refusal) throws IOException {
                answer(response, refusal);
            }
        });
    }

    private static void answer(HttpServletResponse response, Refusal refusal) throws IOException {
        response.setStatus(refusal.status());
        response.setContentType("text/plain; charset=utf-8");
        refusal.headers().forEach(response::setHeader);
        response.getWriter().println(refusal.text());
    }
}
