package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Stores;
import dev.tenure.spi.StoreProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Stores are listed in one table, that of the README; all else is found from the providers and by convention. */
class StoreTableTest {
    /** For tests, so it is no choice of the README's readers. */
    private static final String IN_MEMORY = "memory";

    private static final Pattern PAGE = Pattern.compile("\\]\\((docs/stores/\\w+\\.md|stores/\\w+/README\\.md)\\)");

    private final SourceTree tree = SourceTree.here();

    @Test
    void readmeListsEverySchemeWithALinkToAPage() {
        List<String> rows = rows();
        List<String> missing = new ArrayList<>(stores().keySet());
        missing.removeIf(scheme -> rows.stream()
                .anyMatch(row ->
                        row.contains("`" + scheme + ":") && PAGE.matcher(row).find()));

        assertThat(rows).as("the rows below '## Stores' in README.md").isNotEmpty();
        assertThat(missing)
                .as("schemes that the table of stores in README.md lacks")
                .isEmpty();
    }

    /** {@code Stores} cannot ask a provider that is missing, so it derives the artifact from the scheme. */
    @Test
    void adviceOnAMissingStoreNamesItsArtifact() {
        Map<String, String> wrong = new TreeMap<>();
        stores().forEach((scheme, provider) -> {
            String artifact = "dev.tenure:tenure-store-" + folder(provider);
            if (!Stores.remedy(scheme, Set.of()).contains(artifact + " ")) {
                wrong.put(scheme, artifact);
            }
        });

        assertThat(wrong)
                .as("schemes for which Stores.remedy names another artifact: call the store's folder by its scheme")
                .isEmpty();
    }

    private static Map<String, StoreProvider> stores() {
        Map<String, StoreProvider> stores = new TreeMap<>(Stores.providers());
        stores.remove(IN_MEMORY);
        assertThat(stores).as("stores on the class path").hasSizeGreaterThan(10);
        return stores;
    }

    private static String folder(StoreProvider provider) {
        return provider.getClass().getPackageName().replaceFirst("^dev\\.tenure\\.store\\.(\\w+).*", "$1");
    }

    private List<String> rows() {
        return SourceTree.lines(tree.root().resolve("README.md")).stream()
                .dropWhile(line -> !line.equals("## Stores"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| ["))
                .toList();
    }
}
