package dev.tenure.spring.autoconfigure;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Makes a store of a bean of the application: {@code bean:NAME}. */
final class StoreFromBean {
    static final String SCHEME = "bean";

    private static final String REMEDY =
            "Name a DataSource of PostgreSQL, a UnifiedJedis, a KafkaAdmin, a DynamoDbClient, an S3Client, a Route53Client,"
                    + " or a LeaseStore. For Redis with another client write redis://HOST:PORT.";

    private StoreFromBean() {}

    /**
     * Opens the store.
     *
     * @param user the bean that uses it, and must end before it
     */
    static LeaseStore open(StoreUri uri, BeanFactory beans, String user) {
        String name = uri.rest();
        Object bean = find(name, beans);
        if (beans instanceof ConfigurableBeanFactory factory) {
            factory.registerDependentBean(name, user);
        }
        if (bean instanceof LeaseStore store) {
            uri.allowing();
            return store;
        }
        ClientStore client = ClientStore.of(bean);
        if (client != null) {
            return client.open(bean, uri);
        }
        throw new TenureRefusedException(
                "tenure.store names the bean '" + name + "', a "
                        + bean.getClass().getName() + ", of which no store can be made",
                REMEDY,
                null);
    }

    private static Object find(String name, BeanFactory beans) {
        try {
            return beans.getBean(name);
        } catch (NoSuchBeanDefinitionException none) {
            if (!name.equals(none.getBeanName())) {
                throw none; // one that it needs
            }
            throw new TenureRefusedException(
                    "tenure.store names the bean '" + name + "', and there is none of that name", REMEDY, none);
        }
    }
}
