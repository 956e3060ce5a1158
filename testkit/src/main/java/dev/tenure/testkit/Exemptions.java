package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Tests of a contract that a foreign format has no room for, by name and with the reason. */
final class Exemptions {
    private Exemptions() {}

    /** Ends a test that is exempted, with the reason in its report. */
    static void apply(Map<String, String> exemptions, TestInfo test) {
        String reason = exemptions.get(name(
                test.getTestClass().orElseThrow(),
                test.getTestMethod().orElseThrow().getName()));
        if (reason != null) {
            Assumptions.abort(reason);
        }
    }

    /** Fails if one of the names is not that of a test of the contract, so that no exemption outlives its test. */
    static void requireTests(Class<?> contract, Set<String> names) {
        Set<String> tests = Stream.concat(Stream.of(contract), Arrays.stream(contract.getDeclaredClasses()))
                .flatMap(group -> Stream.iterate(group, type -> type != Object.class, Exemptions::above)
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> method.isAnnotationPresent(Test.class))
                        .map(method -> name(group, method.getName())))
                .collect(Collectors.toSet());

        assertThat(tests).as("tests of the contract").containsAll(names);
    }

    private static Class<?> above(Class<?> type) {
        return type.getSuperclass();
    }

    /** A test that stands in no group has no other name than its own. */
    private static String name(Class<?> group, String method) {
        return group.isMemberClass() ? group.getSimpleName() + "." + method : method;
    }
}
