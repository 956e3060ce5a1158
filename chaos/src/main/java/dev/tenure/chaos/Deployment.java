package dev.tenure.chaos;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store on servers that run here.
 *
 * @param uri the URI that candidates open
 * @param ports the ports of the servers; each node reaches each of them through a proxy
 * @param elections the elections to stand in
 * @param environment the environment that candidates need, such as credentials
 * @param faults the faults of the servers
 * @param data the data of the servers, where they can be put back to an earlier copy
 * @param stop stops the servers
 */
record Deployment(
        String uri,
        List<Integer> ports,
        List<String> elections,
        Map<String, String> environment,
        List<Fault> faults,
        Optional<DataDirectory> data,
        Runnable stop)
        implements AutoCloseable {

    /** Returns this deployment with its first election only. */
    Deployment withOneElection() {
        return new Deployment(uri, ports, elections.subList(0, 1), environment, faults, data, stop);
    }

    @Override
    public void close() {
        stop.run();
    }
}
