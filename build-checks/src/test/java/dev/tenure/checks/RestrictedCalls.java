package dev.tenure.checks;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Recognises the calls that only few classes may make: reading a clock, creating or interrupting a thread, logging.
 * Method references count.
 */
final class RestrictedCalls {
    private static final Set<String> SYSTEM_CLOCKS = Set.of("nanoTime", "currentTimeMillis");
    private static final Set<Class<?>> THREADS =
            Set.of(Thread.class, ThreadPoolExecutor.class, ForkJoinPool.class, Timer.class);

    /** Group, task, name, stack size, and whether to inherit. */
    private static final int PARAMETERS_TO_INHERIT_NOTHING = 5;

    private RestrictedCalls() {}

    /** Reads the time of this machine, in whatever form. */
    static DescribedPredicate<JavaAccess<?>> readTime() {
        return DescribedPredicate.describe("reads a clock", access -> readsTime(access.getTarget()));
    }

    /** Creates a thread, or something that creates threads. */
    static DescribedPredicate<JavaAccess<?>> createThreads() {
        return DescribedPredicate.describe("creates threads", access -> createsThread(access.getTarget()));
    }

    /** Creates a thread that copies what the thread which creates it inherited, by code of the user's. */
    static DescribedPredicate<JavaAccess<?>> createHeirs() {
        return DescribedPredicate.describe(
                "creates a thread that inherits InheritableThreadLocals",
                access -> access.getTarget().getOwner().isEquivalentTo(Thread.class)
                        && isConstructor(access.getTarget())
                        && parameters(access.getTarget()) < PARAMETERS_TO_INHERIT_NOTHING);
    }

    /** Interrupts a thread, or several: whoever does waits for the I/O of that thread. */
    static DescribedPredicate<JavaAccess<?>> interruptThreads() {
        return DescribedPredicate.describe(
                "interrupts a thread",
                access -> isCallTo(access, Thread.class, "interrupt")
                        || isCallTo(access, ThreadGroup.class, "interrupt")
                        || isCallTo(access, ExecutorService.class, "shutdownNow"));
    }

    /** Cancels a task, which interrupts its thread if it says so. */
    static DescribedPredicate<JavaAccess<?>> cancelTasks() {
        return DescribedPredicate.describe("cancels a future", access -> isCallTo(access, Future.class, "cancel"));
    }

    /** Writes to a log, or asks whether it would be written. */
    static DescribedPredicate<JavaAccess<?>> log() {
        return DescribedPredicate.describe(
                "logs", access -> access.getTarget().getOwner().isAssignableTo(System.Logger.class));
    }

    private static boolean isCallTo(JavaAccess<?> access, Class<?> type, String method) {
        return access.getTarget().getName().equals(method)
                && access.getTarget().getOwner().isAssignableTo(type);
    }

    private static boolean readsTime(AccessTarget target) {
        JavaClass owner = target.getOwner();
        if (owner.isEquivalentTo(System.class)) {
            return SYSTEM_CLOCKS.contains(target.getName());
        }
        if (owner.isEquivalentTo(Clock.class)) {
            return target.getName().startsWith("system") || target.getName().startsWith("tick");
        }
        if (owner.isEquivalentTo(Date.class)) {
            return isConstructor(target) && parameters(target) == 0;
        }
        return owner.getPackageName().startsWith("java.time") && isNowOfTheSystem(target);
    }

    private static boolean isNowOfTheSystem(AccessTarget target) {
        return target.getName().equals("now")
                && target instanceof CodeUnitAccessTarget call
                && call.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Clock.class));
    }

    private static boolean createsThread(AccessTarget target) {
        JavaClass owner = target.getOwner();
        if (owner.isEquivalentTo(Executors.class)) {
            return true;
        }
        return isConstructor(target) && THREADS.stream().anyMatch(type -> isJdks(owner) && owner.isAssignableTo(type));
    }

    /** A subclass of ours is created freely: its own constructor calls the JDK's, and that call is judged. */
    private static boolean isJdks(JavaClass type) {
        return type.getPackageName().startsWith("java.");
    }

    private static boolean isConstructor(AccessTarget target) {
        return target.getName().equals("<init>");
    }

    private static int parameters(AccessTarget target) {
        return target instanceof CodeUnitAccessTarget call
                ? call.getRawParameterTypes().size()
                : 0;
    }
}
