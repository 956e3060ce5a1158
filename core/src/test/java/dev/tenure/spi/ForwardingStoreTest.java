package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Timing;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the forwarding store complete: every method of the seam, also a new one, reaches the other store. */
class ForwardingStoreTest {
    private final List<String> forwarded = new ArrayList<>();
    private final List<String> wrapped = new ArrayList<>();

    private final LeaseStore target = (LeaseStore) Proxy.newProxyInstance(
            LeaseStore.class.getClassLoader(), new Class<?>[] {LeaseStore.class}, (self, method, arguments) -> {
                forwarded.add(method.getName());
                if (method.getReturnType() == boolean.class) {
                    return false;
                }
                return method.getReturnType() == Set.class ? EnumSet.allOf(Capability.class) : null;
            });

    private final ForwardingStore store = new ForwardingStore(target) {
        @Override
        protected <T> T call(Supplier<T> call) {
            wrapped.add("call");
            return super.call(call);
        }

        @Override
        public Set<Capability> capabilities() {
            return call(delegate()::capabilities);
        }
    };

    static Stream<Method> methods() {
        return Arrays.stream(LeaseStore.class.getMethods()).filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyMethodReachesTheOtherStore(Method method) throws ReflectiveOperationException {
        @Nullable Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(ForwardingStoreTest::argument)
                .toArray();

        method.invoke(store, arguments);

        assertThat(forwarded).contains(method.getName());
        assertThat(wrapped).isNotEmpty();
    }

    /** They would go past the single calls that a subclass changes. */
    @Test
    void roundsAreNotPassedOnUnlessTheyAreListedAgain() {
        ForwardingStore plain = new ForwardingStore(target);

        assertThat(plain.capabilities()).doesNotContain(Capability.ROUND).hasSize(Capability.values().length - 1);
        assertThatThrownBy(() -> plain.round(
                        Round.ofRenewals(List.of()), Deadline.after(TimeSource.system(), Duration.ofSeconds(1))))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static @Nullable Object argument(Class<?> type) {
        if (type == String.class) {
            return "payroll";
        }
        if (type == Timing.class) {
            return Timing.of(Duration.ofSeconds(10));
        }
        return null;
    }
}
