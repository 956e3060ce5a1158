package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.ConfiguredElections;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;

/**
 * The elections of a context, looked up when they are first needed. They stay known while the context closes. Once it
 * has ended they are not made anew, for a call that comes late: nobody would end them. Thread-safe.
 */
final class ElectionsOfContext implements Supplier<ConfiguredElections> {
    private final ConfigurableApplicationContext context;
    private final SingletonSupplier<ConfiguredElections> elections;

    ElectionsOfContext(ConfigurableApplicationContext context, ObjectProvider<ConfiguredElections> provider) {
        this.context = context;
        this.elections = SingletonSupplier.of(() -> found(provider));
    }

    private ConfiguredElections found(ObjectProvider<ConfiguredElections> provider) {
        if (!context.isActive()) {
            throw new IllegalStateException("this application has ended, or did not start: it holds no election");
        }
        return provider.getObject();
    }

    @Override
    public ConfiguredElections get() {
        return elections.obtain();
    }
}
