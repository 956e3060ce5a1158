package dev.tenure.store.postgres;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** A data source that looks like a pool, and counts connections and statements. */
final class CountingDataSource implements DataSource {
    private final DataSource real;
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final Map<String, AtomicLong> executions = new ConcurrentHashMap<>();
    private volatile boolean autoCommit = true;
    private volatile boolean usedUp;
    private volatile Semaphore permits = new Semaphore(Integer.MAX_VALUE);
    private volatile boolean lastAutoCommit;
    private volatile int lastNetworkTimeout = -1;
    private volatile int lastPrepareThreshold = -1;
    private volatile int usedPrepareThreshold = -1;

    CountingDataSource(DataSource real) {
        this.real = real;
    }

    /** Says how connections are handed out. */
    void autoCommit(boolean on) {
        autoCommit = on;
    }

    /** From now on all connections are with somebody else, as in a pool that the application has emptied. */
    void useUp() {
        usedUp = true;
    }

    /** From now on each connection takes one of the permits that the test gives, and waits for it. */
    Semaphore holdBack() {
        permits = new Semaphore(0);
        return permits;
    }

    int opened() {
        return opened.get();
    }

    int taken() {
        return taken.get();
    }

    /** Returns how many round trips were made. */
    long executions() {
        return executions("");
    }

    /** Returns how many round trips were made with SQL that contains this. */
    long executions(String part) {
        return executions.entrySet().stream()
                .filter(entry -> entry.getKey().contains(part))
                .mapToLong(entry -> entry.getValue().get())
                .sum();
    }

    boolean lastAutoCommit() {
        return lastAutoCommit;
    }

    int lastNetworkTimeout() {
        return lastNetworkTimeout;
    }

    /** Returns the setting with which the last connection was given back. */
    int lastPrepareThreshold() {
        return lastPrepareThreshold;
    }

    /** Returns the setting under which the last statement was made. */
    int usedPrepareThreshold() {
        return usedPrepareThreshold;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (usedUp) {
            throw new SQLTransientConnectionException("no connection was given back in time");
        }
        permits.acquireUninterruptibly();
        Connection connection = real.getConnection();
        connection.setAutoCommit(autoCommit);
        opened.incrementAndGet();
        taken.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close") && !connection.isClosed()) {
                        taken.decrementAndGet();
                        lastAutoCommit = connection.getAutoCommit();
                        lastNetworkTimeout = connection.getNetworkTimeout();
                        lastPrepareThreshold = prepareThreshold(connection);
                    }
                    if (method.getName().equals("prepareStatement")) {
                        usedPrepareThreshold = prepareThreshold(connection);
                    }
                    Object result = invoke(method, connection, arguments);
                    return result instanceof PreparedStatement statement
                            ? counted(statement, (String) arguments[0])
                            : result;
                });
    }

    private static int prepareThreshold(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getPrepareThreshold();
    }

    private PreparedStatement counted(PreparedStatement statement, String sql) {
        return (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute")) {
                        executions
                                .computeIfAbsent(sql, each -> new AtomicLong())
                                .incrementAndGet();
                    }
                    return invoke(method, statement, arguments);
                });
    }

    private static Object invoke(java.lang.reflect.Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return real.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        real.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        real.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return real.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return real.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return real.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return real.isWrapperFor(type);
    }
}
