package dev.tenure.shop;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the shop. */
@SpringBootApplication
@EnableScheduling
public class Shop {

    /** The pool of the application, which keeps the leases, too, in the profile {@code postgres}. */
    @Bean
    @Profile("postgres")
    DataSource database(@Value("${shop.database}") String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(4);
        return pool;
    }

    /** Runs until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }
}
