package dev.tenure.chaos;

import java.util.List;
import java.util.Map;

/**
 * A store on servers that run here.
 *
 * @param uri the URI that candidates open
 * @param ports the ports of the servers; each node reaches each of them through a proxy
 * @param elections the elections to stand in
 * @param environment the environment that candidates need, such as credentials
 * @param faults the faults of the servers
 * @param stop stops the servers
 */
record Deployment(
        String uri,
        List<Integer> ports,
        List<String> elections,
        Map<String, String> environment,
        List<Fault> faults,
        Runnable stop)
        implements AutoCloseable {

    @Override
    public void close() {
        stop.run();
    }
}
