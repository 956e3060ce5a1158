package dev.tenure.store.s3;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what this module logs while it is open. */
final class Warnings extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.tenure.store.s3");

    private final List<String> said = new CopyOnWriteArrayList<>();

    Warnings() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    List<String> said() {
        return said;
    }

    @Override
    public void publish(LogRecord record) {
        said.add(new MessageFormat(record.getMessage(), java.util.Locale.ROOT).format(record.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
