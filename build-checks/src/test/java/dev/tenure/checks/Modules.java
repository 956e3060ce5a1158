package dev.tenure.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;

/**
 * Sorts classes into the modules, for rules about who may know whom.
 *
 * <p>The packages of core are one module: the API starts the engine and the engine answers in types of the API, so they
 * know each other by design. Every store and every fence is a module of its own, and so is every other package below
 * the root.
 */
final class Modules implements SliceAssignment {
    static final String ROOT = "dev.tenure";
    static final String SPI = ROOT + ".spi";
    static final String TESTING = ROOT + ".testing";
    static final String INTERNAL = ROOT + ".internal";

    /** Shared by the stores on AWS. */
    static final String AWS = "aws";

    /** Shared by all stores. */
    static final String SUPPORT = "store support";

    /** Packages whose subpackages are modules of their own. */
    private static final Set<String> FAMILIES = Set.of("store", "fence");

    private static final Set<String> CORE = Set.of("spi", "testing", "internal");

    /** Returns the name of the module a class is in, or the empty string for a class that is not ours. */
    static String of(JavaClass type) {
        String name = type.getPackageName();
        if (name.equals(ROOT)) {
            return "core";
        }
        if (!name.startsWith(ROOT + ".")) {
            return "";
        }
        String[] parts = name.substring(ROOT.length() + 1).split("\\.", -1);
        if (CORE.contains(parts[0])) {
            return "core";
        }
        return FAMILIES.contains(parts[0]) && parts.length > 1 ? parts[0] + " " + parts[1] : parts[0];
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
        String module = of(type);
        return module.isEmpty() ? SliceIdentifier.ignore() : SliceIdentifier.of(module);
    }

    @Override
    public String getDescription() {
        return "modules";
    }
}
