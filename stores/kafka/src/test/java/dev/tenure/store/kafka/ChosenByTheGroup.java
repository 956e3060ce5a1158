package dev.tenure.store.kafka;

import java.lang.reflect.Method;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Leaves out what no store can do whose consumer group chooses who may claim, and whose tokens are offsets. */
final class ChosenByTheGroup implements ExecutionCondition {
    private static final Map<String, String> IMPOSSIBLE = Map.of(
            "ofManyThatClaimAtOnceExactlyOneIsGranted",
            "a process that was not chosen is refused though the record is still free: see TermsTest",
            "aRenewalAndAClaimNeverBothSucceed",
            "a process that was not chosen is refused, and a lease is renewed by the process that holds it",
            "aTokenIsAboveTheLastOneEvenIfTheClockIsBehind",
            "the next token is higher by as many as there were records since, not by one");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String reason = context.getTestMethod().map(Method::getName).map(IMPOSSIBLE::get).orElse(null);
        return reason == null
                ? ConditionEvaluationResult.enabled("holds here, too")
                : ConditionEvaluationResult.disabled(reason);
    }
}
