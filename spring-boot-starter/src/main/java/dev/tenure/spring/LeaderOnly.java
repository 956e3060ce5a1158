package dev.tenure.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean run only while this process leads an election. On a class it means every public method.
 *
 * <p>The method runs on the thread of its caller, under {@link dev.tenure.Election#runIfLeader}: when the term is lost
 * the thread is interrupted; when the term is to end, the method has the grace ({@code tenure.grace}) to return; and
 * the lease is released only after it has returned, with its transaction. It works on {@code @Scheduled} methods,
 * listeners and whatever else is called from outside the bean. A call from inside the same object does not pass through
 * Spring, and is not checked.
 *
 * <p>Refused at the start: private, final and static methods, which Spring cannot reach; methods whose work goes on
 * after they have returned (futures, publishers), unless they are {@code @Async}; and elections that are not in
 * {@code tenure.elections}.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface LeaderOnly {

    /** The name of the election; may be left out if there is only one. */
    String value() default "";

    /** What happens to a call while another process leads, or none does. */
    Otherwise otherwise() default Otherwise.SKIP;

    /**
     * How long a call waits at most with {@link Otherwise#WAIT}, such as {@code 30s}; it may be a placeholder. Empty:
     * for as long as this process stands.
     */
    String waitAtMost() default "";

    /** What happens to a call that may not run. */
    enum Otherwise {
        /** It returns at once, and nothing was done: null, or an empty {@code Optional}. */
        SKIP,

        /** It throws {@link dev.tenure.NotLeaderException}. */
        THROW,

        /** It waits until this process leads, and runs then; it throws if the time runs out or the process stops. */
        WAIT
    }
}
