package dev.tenure.spring;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Fences in transactions of a DataSource. */
class JdbcFencedTest extends FencedContract {

    @Configuration(proxyBeanMethods = false)
    static class Transactions {
        @Bean
        PlatformTransactionManager transactionManager(DataSource database) {
            return new DataSourceTransactionManager(database);
        }

        @Bean
        Payments.Ledger ledger(DataSource database) {
            return entry -> new JdbcTemplate(database).update("INSERT INTO entries (entry) VALUES (?)", entry);
        }
    }

    @Override
    Class<?> transactions() {
        return Transactions.class;
    }
}
