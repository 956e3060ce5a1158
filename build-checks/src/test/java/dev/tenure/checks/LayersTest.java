package dev.tenure.checks;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which packages of a module lie above which. */
@AnalyzeClasses(packages = Modules.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** The packages of the engine, each of which sees only those below it. */
    @ArchTest
    static final ArchRule theEngineHasLayers = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(Modules.INTERNAL + "..")
            .layer("facades")
            .definedBy(Modules.INTERNAL)
            .layer("fleet")
            .definedBy(Modules.INTERNAL + ".fleet")
            .layer("events")
            .definedBy(Modules.INTERNAL + ".events")
            .layer("recording")
            .definedBy(Modules.INTERNAL + ".recording")
            .layer("runtime")
            .definedBy(Modules.INTERNAL + ".runtime")
            .layer("protocol")
            .definedBy(Modules.INTERNAL + ".protocol")
            .whereLayer("fleet")
            .mayOnlyBeAccessedByLayers("facades")
            .whereLayer("events")
            .mayOnlyBeAccessedByLayers("facades")
            .whereLayer("recording")
            .mayOnlyBeAccessedByLayers("facades", "events")
            .whereLayer("runtime")
            .mayOnlyBeAccessedByLayers("facades", "fleet", "events", "recording")
            .whereLayer("protocol")
            .mayOnlyBeAccessedByLayers("facades", "fleet", "events", "runtime");

    /** The packages of the command: one for each group of subcommands, above those that they share. */
    @ArchTest
    static final ArchRule theCommandHasLayers = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(Modules.ROOT + ".cli..")
            .layer("main")
            .definedBy(Modules.ROOT + ".cli")
            .layer("run")
            .definedBy(Modules.ROOT + ".cli.run")
            .layer("others")
            .definedBy(
                    Modules.ROOT + ".cli.demo",
                    Modules.ROOT + ".cli.doctor",
                    Modules.ROOT + ".cli.handover",
                    Modules.ROOT + ".cli.ui")
            .layer("watch")
            .definedBy(Modules.ROOT + ".cli.watch")
            .layer("status")
            .definedBy(Modules.ROOT + ".cli.status")
            .layer("guardian")
            .definedBy(Modules.ROOT + ".cli.guardian")
            .layer("store")
            .definedBy(Modules.ROOT + ".cli.store")
            .layer("console")
            .definedBy(Modules.ROOT + ".cli.console")
            .whereLayer("main")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("run")
            .mayOnlyBeAccessedByLayers("main")
            .whereLayer("others")
            .mayOnlyBeAccessedByLayers("main")
            .whereLayer("watch")
            .mayOnlyBeAccessedByLayers("main")
            .whereLayer("status")
            .mayOnlyBeAccessedByLayers("main", "watch")
            .whereLayer("guardian")
            .mayOnlyBeAccessedByLayers("main", "run", "others")
            .whereLayer("store")
            .mayOnlyBeAccessedByLayers("main", "run", "others", "watch", "status", "guardian");

    /** The packages of the simulator, in the order in which its README names them: what checks knows nothing of it. */
    @ArchTest
    static final ArchRule theSimulatorHasLayers = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(Modules.ROOT + ".simulator..")
            .layer("run")
            .definedBy(Modules.ROOT + ".simulator")
            .layer("faults")
            .definedBy(Modules.ROOT + ".simulator.faults")
            .layer("cluster")
            .definedBy(Modules.ROOT + ".simulator.cluster")
            .layer("store")
            .definedBy(Modules.ROOT + ".simulator.store")
            .layer("scenario")
            .definedBy(Modules.ROOT + ".simulator.scenario")
            .layer("checks")
            .definedBy(Modules.ROOT + ".simulator.checks")
            .layer("time")
            .definedBy(Modules.ROOT + ".simulator.time")
            .whereLayer("run")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("faults")
            .mayOnlyBeAccessedByLayers("run")
            .whereLayer("cluster")
            .mayOnlyBeAccessedByLayers("run", "faults")
            .whereLayer("store")
            .mayOnlyBeAccessedByLayers("run", "faults", "cluster")
            .whereLayer("scenario")
            .mayOnlyBeAccessedByLayers("run", "faults", "cluster")
            .whereLayer("checks")
            .mayOnlyBeAccessedByLayers("run", "faults", "cluster", "store")
            .whereLayer("time")
            .mayOnlyBeAccessedByLayers("run", "faults", "cluster", "store", "scenario");

    /** The packages of the HTTP module: the exported ones see the others, and none of the others sees them. */
    @ArchTest
    static final ArchRule httpHasLayers = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(Modules.ROOT + ".http..")
            .layer("peer")
            .definedBy(Modules.ROOT + ".http.peer")
            .layer("peer channel")
            .definedBy(Modules.ROOT + ".http.peer.channel")
            .layer("peer state")
            .definedBy(Modules.ROOT + ".http.peer.state")
            .layer("peer protocol")
            .definedBy(Modules.ROOT + ".http.peer.protocol")
            .layer("health")
            .definedBy(Modules.ROOT + ".http")
            .layer("server")
            .definedBy(Modules.ROOT + ".http.server")
            .layer("status")
            .definedBy(Modules.ROOT + ".http.status")
            .layer("access")
            .definedBy(Modules.ROOT + ".http.access")
            .layer("json")
            .definedBy(Modules.ROOT + ".http.json")
            .whereLayer("peer")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("peer channel")
            .mayOnlyBeAccessedByLayers("peer")
            .whereLayer("peer state")
            .mayOnlyBeAccessedByLayers("peer", "peer channel")
            .whereLayer("peer protocol")
            .mayOnlyBeAccessedByLayers("peer", "peer channel", "peer state")
            .whereLayer("health")
            .mayOnlyBeAccessedByLayers("peer")
            .whereLayer("server")
            .mayOnlyBeAccessedByLayers("health")
            .whereLayer("status")
            .mayOnlyBeAccessedByLayers("health")
            .whereLayer("access")
            .mayOnlyBeAccessedByLayers("health", "peer")
            .whereLayer("json")
            .mayOnlyBeAccessedByLayers("health", "server", "status", "access");
}
