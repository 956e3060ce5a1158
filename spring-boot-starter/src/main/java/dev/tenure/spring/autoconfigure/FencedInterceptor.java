package dev.tenure.spring.autoconfigure;

import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.spring.ConfiguredElections;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Puts the fence into the transaction that was begun or joined for this call, and then runs the method. */
final class FencedInterceptor implements MethodInterceptor {
    private final Supplier<ConfiguredElections> elections;
    private final Set<String> names;

    FencedInterceptor(Supplier<ConfiguredElections> elections, Set<String> names) {
        this.elections = elections;
        this.names = names;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = call.getThis();
        Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        FencedMethod method = FencedMethod.find(call.getMethod(), type);
        if (method == null) {
            throw new AssertionError("no annotation on " + call.getMethod());
        }
        fence(method);
        return call.proceed();
    }

    private void fence(FencedMethod method) {
        TransactionStatus status = status(method);
        boolean passed = false;
        try {
            fence(method, connectionOf(status, method));
            passed = true;
        } finally {
            if (!passed) {
                status.setRollbackOnly(); // whatever the rules for rollback say, and whoever began the transaction
            }
        }
    }

    private void fence(FencedMethod method, ConnectionHolder holder) {
        JdbcFence fence =
                JdbcFence.of(method.rule().resource()).table(method.rule().table());
        holder.requested();
        try {
            fence.in(
                    holder.getConnection(),
                    elections.get().get(method.election(names)).requireTerm());
        } catch (SQLException failed) {
            throw translated(fence, failed);
        } finally {
            holder.released();
        }
    }

    /** The transaction of the method itself: its advice is the last one before this. */
    private static TransactionStatus status(FencedMethod method) {
        try {
            return TransactionAspectSupport.currentTransactionStatus();
        } catch (NoTransactionException none) {
            throw noConnection(method, none);
        }
    }

    /** Spring keeps the connection of a DataSource here, and that of JPA if its dialect shows it. */
    private static ConnectionHolder connectionOf(TransactionStatus status, FencedMethod method) {
        if (status instanceof DefaultTransactionStatus known
                && known.hasTransaction()
                && known.getTransaction() instanceof JdbcTransactionObjectSupport jdbc
                && jdbc.hasConnectionHolder()) {
            return jdbc.getConnectionHolder();
        }
        throw noConnection(method, null);
    }

    private static IllegalStateException noConnection(FencedMethod method, @Nullable Throwable cause) {
        return new IllegalStateException(
                "@Fenced on " + method + ": its transaction has no JDBC connection that Spring knows of, so there is"
                        + " nothing to put a fence into: use the transaction manager of a DataSource, or of JPA with"
                        + " a DataSource and a dialect",
                cause);
    }

    private static DataAccessException translated(JdbcFence fence, SQLException failed) {
        DataAccessException known = new SQLExceptionSubclassTranslator().translate(fence.toString(), null, failed);
        return known != null ? known : new UncategorizedSQLException(fence.toString(), null, failed);
    }
}
