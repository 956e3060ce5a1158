package dev.tenure.spring.autoconfigure;

import dev.tenure.spi.StoreUri;
import java.util.Optional;

/**
 * The parameters of {@code bean:NAME?…}.
 *
 * @param uri the whole
 */
record BeanParameters(StoreUri uri) {

    /** Refuses all others. */
    void allow(String... known) {
        uri.allowing(known);
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(uri.parameters().get(key));
    }

    /**
     * Returns a parameter that must be there.
     *
     * @param which says more about it, for people
     */
    String required(String key, String which) {
        return text(key)
                .orElseThrow(() -> new IllegalArgumentException("bean:" + uri.rest() + " needs the " + key + " " + which
                        + ": write bean:" + uri.rest() + "?" + key + "=…"));
    }

    boolean flag(String key, boolean otherwise) {
        return switch (text(key).orElse(Boolean.toString(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(key + " is true or false");
        };
    }
}
