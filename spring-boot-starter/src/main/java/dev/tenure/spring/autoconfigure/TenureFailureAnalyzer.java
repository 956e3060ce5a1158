package dev.tenure.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one line why the application does not start, and in another what to do. */
final class TenureFailureAnalyzer extends AbstractFailureAnalyzer<TenureRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, TenureRefusedException refused) {
        return new FailureAnalysis(refused.getMessage(), refused.action(), refused);
    }
}
