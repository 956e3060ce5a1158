package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

/**
 * What was found when something about a store was looked at, for people to read.
 *
 * @param level how bad it is
 * @param subject what was looked at, in a word or three: {@code permissions}, {@code clock}
 * @param text what was found, with its numbers
 * @param remedy what a person can do about it; empty only if there is nothing to do
 */
public record CheckResult(Level level, String subject, String text, String remedy) {
    public CheckResult {
        requireNonNull(level, "level");
        requireNonNull(subject, "subject");
        requireNonNull(text, "text");
        if (remedy.isBlank() != (level == Level.OK)) {
            throw new IllegalArgumentException(
                    "a finding of level " + level + (level == Level.OK ? " needs no remedy" : " needs a remedy"));
        }
    }

    /** How bad a finding is. */
    public enum Level {
        /** As it should be. */
        OK,

        /** Elections are safe, but slower, dearer or less informed than they could be. */
        WARN,

        /** Elections do not work here, or not safely. */
        FAIL
    }

    /** Returns the finding that a thing is as it should be. */
    public static CheckResult ok(String subject, String text) {
        return new CheckResult(Level.OK, subject, text, "");
    }

    /** Returns the finding of something that is safe, but could be better. */
    public static CheckResult warn(String subject, String text, String remedy) {
        return new CheckResult(Level.WARN, subject, text, remedy);
    }

    /** Returns the finding of something that must not stay as it is. */
    public static CheckResult fail(String subject, String text, String remedy) {
        return new CheckResult(Level.FAIL, subject, text, remedy);
    }
}
