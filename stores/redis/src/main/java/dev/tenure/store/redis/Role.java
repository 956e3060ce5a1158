package dev.tenure.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a server says it is, in its answer to ROLE.
 *
 * @param master whether it is a master
 * @param replicas how many replicas it sees, if it is
 */
record Role(boolean master, int replicas) {

    static Role read(Object answer) {
        if (answer instanceof List<?> parts && parts.size() >= 3 && parts.get(0) instanceof byte[] name) {
            boolean master = new String(name, StandardCharsets.UTF_8).equals("master");
            return new Role(master, parts.get(2) instanceof List<?> replicas ? replicas.size() : 0);
        }
        throw new IllegalArgumentException("the answer to ROLE is of an unknown form");
    }
}
