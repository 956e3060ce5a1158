package dev.tenure.spring.autoconfigure;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import dev.tenure.spring.CandidateCustomizer;
import dev.tenure.spring.StoreCustomizer;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;

/** Starts the candidate that the properties describe, or refuses them in one line. */
final class CandidateFactory {
    private final TenureProperties properties;
    private final BeanFactory beans;
    private final List<StoreCustomizer> storeCustomizers;
    private final List<CandidateCustomizer> customizers;

    CandidateFactory(
            TenureProperties properties,
            BeanFactory beans,
            List<StoreCustomizer> storeCustomizers,
            List<CandidateCustomizer> customizers) {
        this.properties = properties;
        this.beans = beans;
        this.storeCustomizers = storeCustomizers;
        this.customizers = customizers;
    }

    /**
     * Starts the candidate. It stands in no election yet. If it does not start, nothing is left open.
     *
     * @param bean the name of the bean that it becomes
     */
    Candidate start(String bean) {
        String uri = properties.store();
        if (uri == null || uri.isBlank()) {
            throw new TenureRefusedException(
                    "tenure.store is not set, so no election can be held",
                    "Set it to the URI of a store, such as postgres://USER:PASSWORD@HOST/DATABASE or file:DIR, or to"
                            + " bean:NAME for a DataSource or another client of yours.",
                    null);
        }
        try {
            StoreUri parsed = StoreUri.parse(uri);
            boolean given = parsed.scheme().equals(StoreFromBean.SCHEME);
            LeaseStore store = given ? StoreFromBean.open(parsed, beans, bean) : Stores.open(uri);
            boolean ours = !given || !(beans.getBean(parsed.rest()) instanceof LeaseStore);
            return start(store, ours);
        } catch (IllegalArgumentException | StoreException refused) {
            throw new TenureRefusedException(
                    String.valueOf(refused.getMessage()),
                    "Correct the properties tenure.* of the application.",
                    refused);
        }
    }

    private Candidate start(LeaseStore store, boolean ours) {
        try {
            LeaseStore used = store;
            for (StoreCustomizer customizer : storeCustomizers) {
                used = customizer.customize(used);
            }
            properties.elections().forEach(store::checkName);
            CandidateBuilder builder = Candidate.on(used)
                    .timing(properties.timing().over(store.timing()))
                    .grace(properties.grace())
                    .priority(properties.priority())
                    .version(properties.version());
            if (ours) {
                builder.closingStore();
            }
            apply(builder);
            return builder.start();
        } catch (RuntimeException | Error notStarted) {
            if (ours) {
                close(store, notStarted);
            }
            throw notStarted;
        }
    }

    private void apply(CandidateBuilder builder) {
        if (properties.name() != null) {
            builder.named(properties.name());
        }
        if (properties.address() != null) {
            builder.reachableAt(properties.address());
        }
        if (properties.preferNewest()) {
            builder.preferNewest();
        }
        if (properties.requireStore() != null) {
            builder.requireStore(properties.requireStore());
        }
        customizers.forEach(customizer -> customizer.customize(builder));
    }

    private static void close(LeaseStore store, Throwable notStarted) {
        try {
            store.close();
        } catch (RuntimeException notClosed) {
            notStarted.addSuppressed(notClosed);
        }
    }
}
