package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Stores;
import dev.tenure.cli.doctor.Abilities;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each store can do, alone and shared, is in one table of the README, made from what the stores say. */
class AbilityTableTest {
    private static final String BEGIN = "<!-- abilities: made by AbilityTableTest -->";
    private static final String END = "<!-- end of abilities -->";

    /** AWS's clients want to know where they are; nothing is sent. */
    private static final String NOWHERE = "endpoint=http://127.0.0.1:1";

    private static final String REGION = NOWHERE + "&region=eu-central-1";

    private final SourceTree tree = SourceTree.here();

    @TempDir
    Path folder;

    /** A row of the table: a store or a shared mode, its page, and a URI that opens it without a server. */
    private record Row(String name, String page, String uri) {}

    private List<Row> rows() {
        return List.of(
                new Row("a folder", "file", "file:" + folder),
                new Row("PostgreSQL", "postgres", "postgres://u@127.0.0.1:1/d"),
                new Row("beside River, with `history=`", "river", "river://u@127.0.0.1:1/d?history=tenure"),
                new Row("Redis", "redis", "redis://127.0.0.1:1"),
                new Row("S3", "s3", "s3://b?path-style=true&" + REGION),
                new Row("beside s3lect", "s3", "s3://b/leader.json?shared=s3lect&path-style=true&" + REGION),
                new Row("Kafka", "kafka", "kafka://127.0.0.1:1/t"),
                new Row("beside goNELI", "kafka", "kafka://127.0.0.1:1/t?goneli=true&group=g"),
                new Row("DynamoDB", "dynamodb", "dynamodb://table?" + REGION),
                new Row("beside shardcoordinator", "dynamodb", "dynamodb://table?shared=shardcoordinator&" + REGION),
                new Row("Route53", "route53", "route53://Z1/a.example?" + NOWHERE),
                new Row(
                        "beside shardcoordinator",
                        "route53",
                        "route53://Z1/a.example?shared=shardcoordinator&" + NOWHERE));
    }

    private static String line(Row row) {
        try (LeaseStore store = Stores.open(row.uri())) {
            Set<Capability> present = store.capabilities();
            return Abilities.inOrder().stream()
                    .map(ability -> present.contains(ability) ? "yes" : "–")
                    .collect(Collectors.joining(
                            " | ", "| [" + row.name() + "](docs/stores/" + row.page() + ".md) | ", " |"));
        }
    }

    @Test
    void readmeShowsTheAbilitiesOfEachStore() {
        List<String> table = new ArrayList<>();
        table.add(Abilities.inOrder().stream()
                .map(Abilities::word)
                .collect(Collectors.joining(" | ", "| Store | ", " |")));
        table.add("|---".repeat(Capability.values().length + 1) + "|");
        rows().forEach(row -> table.add(line(row)));

        List<String> found = SourceTree.lines(tree.root().resolve("README.md")).stream()
                .dropWhile(line -> !line.equals(BEGIN))
                .skip(1)
                .takeWhile(line -> !line.equals(END))
                .toList();

        assertThat(found)
                .as("the lines between the marks in README.md; put these there:%n%s", String.join("\n", table))
                .isEqualTo(table);
    }

    @Test
    void everyStoreHasARow() {
        Set<String> providers = new TreeSet<>();
        Stores.providers()
                .forEach((scheme, provider) -> providers.add(provider.getClass().getName()));
        Stores.providers().forEach((scheme, provider) -> {
            if (rows().stream().anyMatch(row -> row.uri().startsWith(scheme + ":"))) {
                providers.remove(provider.getClass().getName());
            }
        });

        assertThat(providers).as("providers without a row in this test").allMatch(name -> name.contains(".memory."));
    }
}
