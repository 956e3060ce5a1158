package dev.tenure.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;

/** Fences in transactions of JPA, with Hibernate. */
class JpaFencedTest extends FencedContract {

    /** A row of the table that the tests look at. */
    @Entity
    @Table(name = "entries")
    static class Entry {
        @Id
        String entry = "";

        static Entry of(String text) {
            Entry made = new Entry();
            made.entry = text;
            return made;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Transactions {
        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource database) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(database);
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setManagedTypes(PersistenceManagedTypes.of(Entry.class.getName()));
            return factory;
        }

        @Bean
        PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        Payments.Ledger ledger(EntityManagerFactory factory) {
            return entry -> SharedEntityManagerCreator.createSharedEntityManager(factory)
                    .persist(Entry.of(entry));
        }
    }

    @Override
    Class<?> transactions() {
        return Transactions.class;
    }
}
