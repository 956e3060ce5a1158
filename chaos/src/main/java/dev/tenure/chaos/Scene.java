package dev.tenure.chaos;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * What a run takes place in.
 *
 * @param options what was asked for
 * @param deployment the store
 * @param register what the work of leaders writes to
 * @param folder where everything is written
 * @param library the library that breaks clocks, lines and disks, where it could be compiled
 * @param servers held while something is wrong with the servers
 */
record Scene(
        ChaosOptions options,
        Deployment deployment,
        RegisterServer register,
        Path folder,
        Optional<Path> library,
        Lock servers) {}
