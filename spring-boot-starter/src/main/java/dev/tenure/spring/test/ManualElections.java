package dev.tenure.spring.test;

import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * On a test with a Spring context: the test decides who leads, and no store is needed. Inject
 * {@link dev.tenure.testkit.ManualCandidate}, and call {@code candidate.election("orders").acquire()}.
 *
 * <p>Needs {@code tenure-testkit} with scope {@code test}. It works with {@code @SpringBootTest}, and in slices.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(ManualElectionsConfiguration.class)
@ImportAutoConfiguration(TenureAutoConfiguration.class)
public @interface ManualElections {}
