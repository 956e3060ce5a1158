package dev.tenure.checks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.util.Optional;
import java.util.Set;

/**
 * Who may know whom, and who may touch time and threads.
 *
 * <p>Rules that name modules or classes still to come pass while there is nothing to judge ({@code allowEmptyShould}).
 */
@AnalyzeClasses(packages = Modules.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** The one class that reads the clocks of the machine. */
    private static final String TIME_CLASS = Modules.SPI + ".SystemTime";

    /** Modules that measure real time by their purpose; what they measure never decides an election. */
    private static final Set<String> MEASURING_MODULES = Set.of("testkit", "benchmarks");

    /** Modules that see the engine. The test kit does not: beside the module of core it would not be let in. */
    private static final Set<String> ENGINE_MODULES = Set.of("core", "simulator");

    private static final String RECORDING = Modules.INTERNAL + ".recording";

    /** The classes of the engine that create threads. */
    private static final Set<String> MAY_CREATE_THREADS =
            Set.of("ThreadLoop", "ElasticPool", "SpareThreads", "WorkThread", "CandidateCloser");

    /** The classes of the engine that interrupt: others aside, or a thread itself. */
    private static final Set<String> MAY_INTERRUPT = Set.of("Interruption", "UninterruptibleWait");

    /** The class of the engine that cancels timers, and interrupts nothing by that. */
    private static final Set<String> MAY_CANCEL = Set.of("ThreadLoop");

    /** The class of the engine that writes to the log. */
    private static final Set<String> MAY_LOG = Set.of("EngineLog", "LastLines");

    /** Started by the application, or by work, and never by the loop. */
    private static final Set<String> HEIRS = Set.of("CandidateCloser");

    /**
     * The classes outside the protocol that only decide: same input, same answer, in production and in the simulator.
     */
    private static final Set<String> PURE = Set.of("PeerLiveness", "SuccessorOrder", "VersionOrder", "ShardBalance");

    @ArchTest
    static final ArchRule coreStandsAlone = classes()
            .that(areInModule("core"))
            .and()
            .resideOutsideOfPackage(RECORDING)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    Modules.ROOT,
                    Modules.SPI + "..",
                    Modules.TESTING,
                    Modules.INTERNAL + "..",
                    "java..",
                    "org.jspecify..");

    /** A runtime image may lack the flight recorder. */
    @ArchTest
    static final ArchRule onlyRecordingKnowsTheFlightRecorder = classes()
            .that()
            .resideInAPackage(RECORDING)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    Modules.ROOT, Modules.SPI, Modules.INTERNAL + "..", "java..", "jdk.jfr", "org.jspecify..");

    @ArchTest
    static final ArchRule theSeamDoesNotKnowTheEngine = noClasses()
            .that()
            .resideInAPackage(Modules.SPI + "..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Modules.INTERNAL + "..");

    @ArchTest
    static final ArchRule storesAroundStoresForgetNothing = classes()
            .that()
            .implement(Modules.SPI + ".LeaseStore")
            .and(describe("wrap a store", ArchitectureTest::wrapsAStore))
            .should(overrideWhatStoresSay());

    @ArchTest
    static final ArchRule theEngineIsKnownToFew = noClasses()
            .that(describe("are outside " + ENGINE_MODULES, type -> !ENGINE_MODULES.contains(Modules.of(type))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Modules.INTERNAL + "..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theLoopOfTestDoublesIsForTheTestKit = noClasses()
            .that(describe(
                    "are in neither core nor testkit",
                    type -> !Set.of("core", "testkit").contains(Modules.of(type))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Modules.TESTING);

    @ArchTest
    static final ArchRule storesSeeOnlyTheApiAndTheSeam = classes()
            .that()
            .resideInAPackage(Modules.ROOT + ".store..")
            .should(knowOnlyTheApiTheSeamAndTheirOwnRoom())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule fencesSeeOnlyTheApi =
            classes().that().resideInAPackage(Modules.ROOT + ".fence..").should(knowOnlyTheApiTheSeamAndTheirOwnRoom());

    @ArchTest
    static final ArchRule roomsFormNoCycles =
            slices().assignedFrom(new Modules()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule timeIsReadThroughOneClass = noClasses()
            .that(describe("are not in " + MEASURING_MODULES, type -> !MEASURING_MODULES.contains(Modules.of(type))))
            .and(describe(
                    "are not SystemTime", type -> !outermost(type).getName().equals(TIME_CLASS)))
            .should()
            .accessTargetWhere(RestrictedCalls.readTime())
            .because("only dev.tenure.spi.SystemTime reads clocks, so that tests and the simulator can replace it");

    @ArchTest
    static final ArchRule logsGoThroughOneClass = noClasses()
            .that(describe("are not EscapingLogger", type -> !type.getName().equals(Modules.SPI + ".EscapingLogger")))
            .should()
            .callMethod(System.class, "getLogger", String.class)
            .because("only dev.tenure.spi.EscapingLogger escapes names and messages that others wrote");

    @ArchTest
    static final ArchRule threadsAreCreatedByFewClasses = noClasses()
            .that()
            .resideInAPackage(Modules.INTERNAL + "..")
            .and(describe("are not " + MAY_CREATE_THREADS, type -> !isOneOf(type, MAY_CREATE_THREADS)))
            .should()
            .accessTargetWhere(RestrictedCalls.createThreads())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule interruptsGoThroughOneClass = theEngineBut(MAY_INTERRUPT)
            .accessTargetWhere(RestrictedCalls.interruptThreads())
            .because("whoever interrupts a thread waits for its I/O, and the loop must not (R18): use Interruption");

    @ArchTest
    static final ArchRule futuresAreCancelledByTheLoopOnly = theEngineBut(MAY_CANCEL)
            .accessTargetWhere(RestrictedCalls.cancelTasks())
            .because("cancelling may interrupt, and the loop must not (R18)");

    @ArchTest
    static final ArchRule theLogIsWrittenThroughOneClass = theEngineBut(MAY_LOG)
            .accessTargetWhere(RestrictedCalls.log())
            .because("a logger may block, and the loop must not (R18): use EventLoop.log");

    @ArchTest
    static final ArchRule threadsInheritNothing = theEngineBut(HEIRS)
            .accessTargetWhere(RestrictedCalls.createHeirs())
            .because("what a thread inherits is copied by code of users on the thread that starts it (R18)");

    private static ClassesShould theEngineBut(Set<String> classes) {
        return noClasses()
                .that()
                .resideInAPackage(Modules.INTERNAL + "..")
                .and(describe("are not " + classes, type -> !isOneOf(type, classes)))
                .should();
    }

    @ArchTest
    static final ArchRule decisionsArePure = noClasses()
            .that()
            .resideInAPackage(Modules.INTERNAL + "..")
            .and(describe("are in protocol, or " + PURE, type -> isProtocol(type) || isOneOf(type, PURE)))
            .should()
            .dependOnClassesThat(describe("touch threads or the outside world", ArchitectureTest::isImpure))
            .allowEmptyShould(true);

    private static DescribedPredicate<JavaClass> areInModule(String module) {
        return describe("are in " + module, type -> Modules.of(type).equals(module));
    }

    private static boolean isOneOf(JavaClass type, Set<String> names) {
        return names.contains(outermost(type).getSimpleName());
    }

    private static boolean isProtocol(JavaClass type) {
        return type.getPackageName().equals(Modules.INTERNAL + ".protocol");
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static boolean isImpure(JavaClass type) {
        String name = type.getPackageName() + ".";
        return type.isEquivalentTo(Thread.class)
                || name.startsWith("java.util.concurrent.")
                || name.startsWith("java.io.")
                || name.startsWith("java.nio.")
                || name.startsWith("java.net.");
    }

    private static ArchCondition<JavaClass> knowOnlyTheApiTheSeamAndTheirOwnRoom() {
        return new ArchCondition<>("know only the API, the seam and their own module") {
            @Override
            public void check(JavaClass store, ConditionEvents events) {
                store.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> !isOpenTo(store, dependency.getTargetClass()))
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.violated(store, dependency.getDescription())));
            }
        };
    }

    private static boolean isOpenTo(JavaClass store, JavaClass target) {
        String module = Modules.of(target.getBaseComponentType());
        boolean internal = target.getBaseComponentType().getPackageName().startsWith(Modules.INTERNAL);
        return module.isEmpty()
                || module.equals(Modules.of(store))
                || module.equals(Modules.AWS)
                || module.equals(Modules.SUPPORT)
                || (module.equals("core") && !internal);
    }

    /** Any store, that is; who wraps a certain one knows what that one says. */
    private static boolean wrapsAStore(JavaClass type) {
        return !Modules.of(type).equals("simulator")
                && !type.getRawSuperclass()
                        .map(JavaClass::getName)
                        .equals(Optional.of(Modules.SPI + ".ForwardingStore"))
                && type.getFields().stream()
                        .anyMatch(field -> field.getRawType().getName().equals(Modules.SPI + ".LeaseStore"));
    }

    /** A default would hide what the wrapped store says: its grace, or which timing it refuses. */
    private static ArchCondition<JavaClass> overrideWhatStoresSay() {
        return new ArchCondition<>("override every default method of the seam") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getAllRawInterfaces().stream()
                        .filter(seam -> seam.getPackageName().equals(Modules.SPI))
                        .flatMap(seam -> seam.getMethods().stream())
                        .filter(method -> !method.getModifiers().contains(JavaModifier.ABSTRACT))
                        .filter(method -> !method.getModifiers().contains(JavaModifier.STATIC))
                        .filter(method -> !method.getName().startsWith("lambda$"))
                        .filter(method -> type.tryGetMethod(
                                        method.getName(),
                                        method.getRawParameterTypes().stream()
                                                .map(JavaClass::getName)
                                                .toArray(String[]::new))
                                .isEmpty())
                        .forEach(method -> events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " leaves " + method.getName() + " to the default")));
            }
        };
    }
}
