package dev.tenure.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts the fence of a resource into the transaction of a {@code @Transactional} method, before the method runs: what it
 * writes is committed only if no later term wrote to the resource. On a class it means every public method.
 *
 * <p>The token is that of this process's term at the moment of the call. Without one the call throws
 * {@link dev.tenure.NotLeaderException}, and with one that is too old {@link dev.tenure.StaleTokenException}. In both
 * cases the method does not run and its transaction is rolled back, also one that its caller began. A call from inside
 * the same object does not pass through Spring, and is not fenced.
 *
 * <p>Needs {@code tenure-fence-jdbc}, and a transaction on a JDBC connection that Spring knows of: that of a
 * {@code DataSource}, or of JPA. Refused at the start: methods without {@code @Transactional}; private, final and
 * static ones; and elections that are not in {@code tenure.elections}.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Fenced {

    /** The name of what is guarded. All that write to it must use this name. */
    String resource();

    /** The name of the election; may be left out if there is only one. */
    String election() default "";

    /** The table of fences, with its schema or without. */
    String table() default "tenure_fence";
}
