package dev.tenure.spring.autoconfigure;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.LeaderTask;
import dev.tenure.NotLeaderException;
import dev.tenure.Subscription;
import dev.tenure.Term;
import dev.tenure.spi.TimeSource;
import dev.tenure.spring.ConfiguredElections;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;

/** Runs a method under the term of this process, or skips it, refuses it, or waits. Thread-safe. */
final class LeaderOnlyInterceptor implements MethodInterceptor {
    private static final Duration FOR_EVER = Duration.ofDays(365);
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final Supplier<ConfiguredElections> elections;
    private final Set<String> names;
    private final Environment environment;
    private final Map<MethodOfClass, LeaderOnlyMethod> known = new ConcurrentHashMap<>();

    private record MethodOfClass(Method method, Class<?> type) {}

    LeaderOnlyInterceptor(Supplier<ConfiguredElections> elections, Set<String> names, Environment environment) {
        this.elections = elections;
        this.names = names;
        this.environment = environment;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        LeaderOnlyMethod method = method(call);
        Election election = elections.get().get(method.election(names));
        CheckedCall checked = new CheckedCall(call);
        boolean ran = switch (method.rule().otherwise()) {
            case SKIP, THROW -> election.runIfLeader(checked);
            case WAIT -> waited(checked, election, method);
        };
        if (ran) {
            return checked.result();
        }
        return switch (method.rule().otherwise()) {
            case SKIP -> method.method().getReturnType() == Optional.class ? Optional.empty() : null;
            case THROW, WAIT ->
                throw new NotLeaderException(election.name(), election.status().leader());
        };
    }

    private LeaderOnlyMethod method(MethodInvocation call) {
        Object target = call.getThis();
        Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        return known.computeIfAbsent(new MethodOfClass(call.getMethod(), type), key -> {
            LeaderOnlyMethod found = LeaderOnlyMethod.find(key.method(), key.type());
            if (found == null) {
                throw new AssertionError("no annotation on " + key);
            }
            return found;
        });
    }

    private Duration limit(LeaderOnlyMethod method) {
        String text = environment.resolveRequiredPlaceholders(method.rule().waitAtMost());
        return text.isEmpty() ? FOR_EVER : DurationStyle.detectAndParse(text);
    }

    /** An interrupt is passed on to the caller, by an exception only if the method has it. */
    private boolean waited(CheckedCall call, Election election, LeaderOnlyMethod method) throws InterruptedException {
        try {
            return runWhenLeader(call, election, limit(method));
        } catch (InterruptedException e) {
            if (List.of(method.method().getExceptionTypes()).contains(InterruptedException.class)) {
                throw e;
            }
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean runWhenLeader(CheckedCall call, Election election, Duration limit)
            throws InterruptedException {
        long until = TimeSource.system().nanos() + limit.toNanos();
        while (true) {
            Optional<Term> term = election.awaitLeadership(left(until));
            if (term.isEmpty()) {
                return false;
            }
            if (election.runIfLeader(call)) {
                return true;
            }
            awaitEnd(election, term.get(), left(until)); // it was asked to end: the next one counts
        }
    }

    private static void awaitEnd(Election election, Term term, Duration limit) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Subscription subscription = election.subscribe(event -> {
            if (isEnd(event, term)) {
                over.countDown();
            }
        });
        try {
            boolean unused =
                    over.await(Math.min(limit.toNanos(), AT_ONCE.toNanos()), TimeUnit.NANOSECONDS); // and asks again
        } finally {
            subscription.close();
        }
    }

    private static boolean isEnd(ElectionEvent event, Term term) {
        return switch (event.kind()) {
            case RESIGNED, LOST -> true;
            case PRESENT -> !term.isCurrent();
            case ACQUIRED, LEADER_CHANGED, WARNING -> false;
        };
    }

    private static Duration left(long until) {
        return Duration.ofNanos(Math.max(0, until - TimeSource.system().nanos()));
    }

    /** A call on its way to the method, and what came of it. */
    private static final class CheckedCall implements LeaderTask<RuntimeException> {
        private final MethodInvocation call;
        private @Nullable Object result;
        private @Nullable Throwable thrown;

        CheckedCall(MethodInvocation call) {
            this.call = call;
        }

        @Override
        public void run(Term term) {
            try {
                result = call.proceed();
            } catch (Throwable failure) { // passed on as it is, once the term knows that the call is over
                thrown = failure;
            }
        }

        @Nullable Object result() throws Throwable {
            if (thrown != null) {
                throw thrown;
            }
            return result;
        }
    }
}
