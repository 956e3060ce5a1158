package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.Stores;
import dev.tenure.cli.fixtures.TenureProcess;
import dev.tenure.cli.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of the command: one line with the remedy, and a documented exit code. */
@Tag("process")
@Timeout(60)
class CommandErrorsTest {
    @TempDir
    Path folder;

    private TenureProcess.Finished tenure(String... arguments) throws IOException, InterruptedException {
        return TenureProcess.run(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString()), arguments);
    }

    private static void assertRefused(TenureProcess.Finished finished, int code, String remedy) {
        assertThat(finished.errors()).startsWith("tenure: ").contains(remedy).doesNotContain("Exception");
        assertThat(finished.errors().lines()).as(finished.errors()).hasSize(1);
        assertThat(finished.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "                                           | 64 | run, status, roster",
                "frobnicate                                 | 64 | tenure --help",
                "run                                        | 64 | ELECTION",
                "run demo                                   | 64 | after '--'",
                "run -- echo hi                             | 64 | no election: write its name before '--'",
                "statsu                                     | 64 | is 'status' meant? see 'tenure --help'",
                "roster --jsno demo                         | 64 | is '--json' meant?",
                "run demo sh -c hi                          | 64 | Unknown option: '-c'; write '--' before the command",
                "run --frob demo -- true                    | 64 | tenure run --help",
                "run --ttl banana demo -- true              | 64 | 500ms, 15s",
                "run --ttl 1ms demo -- true                 | 64 | --ttl 1ms is too short: use 500ms or longer",
                "run --ttl 499ms demo -- true               | 64 | --ttl 499ms is too short: use 500ms or longer",
                "run --ttl 48h demo -- true                 | 64 | lower it",
                "run --grace 10s demo -- true               | 64 | --ttl 25500ms or longer",
                "run --as @ demo -- true                    | 64 | leave it out",
                "run --store nowhere demo -- true           | 78 | file:DIR",
                "run --store @ demo -- true                 | 78 | the store is blank: is a variable empty?",
                "run --store /tmp/x demo -- true            | 78 | is file:/tmp/x meant?",
                "status --store ./x                         | 78 | is file:./x meant?",
                "run --store File:/tmp/x demo -- true       | 78 | write the scheme in lower case: file:",
                "run --store jdbc:postgresql://h/d d -- true       | 78 | leave 'jdbc:' out and write postgres://",
                "run --store nowhere:x demo -- true         | 78 | or correct the scheme; known here: ",
                "run --store file:x?y=1 demo -- true        | 78 | it takes none",
                "run --store route53://Z1/a.b --ttl 1s demo -- true | 64 | --ttl 1s: an interval of 250 ms is too"
                        + " short",
                "roster --store route53://Z1/a.b demo       | 78 | keeps no roster",
                "run --store s3://b?regoin=x demo -- true   | 78 | credentials, election, endpoint",
                "run demo -- no-such-command-anywhere       | 127 | PATH",
                "run demo -- /                              | 126 | '/' is a folder",
                "statsu demo                                | 64 | 'statsu'; is 'status' meant? see 'tenure --help'",
                "run --ttl -1s demo -- true                 | 64 | '-1s' is negative",
                "status --frob                              | 64 | tenure status --help",
                "status nothing                             | 66 | no 'tenure run' of this user",
                "run --priority high demo -- true           | 64 | tenure run --help",
                "run --prefer-newest demo -- true           | 64 | --service-version",
                "run --health 8080 demo -- true             | 64 | HOST:PORT",
                "run --health a:99999 demo -- true          | 64 | HOST:PORT",
                "run --health-tls a,b demo -- true          | 64 | need --health",
                "run --health a:1 --health-tls a demo -- true      | 64 | CERT.pem,KEY.pem",
                "run --health a:1 --health-tls a,b demo -- true    | 78 | there is no file a",
                "run --health a:1 --health-token-file a d -- true  | 78 | token file",
                "run --health 192.0.2.1:1 demo -- true      | 73 | cannot listen on 192.0.2.1:1",
                "run --peer 8080 --peer-plain demo -- true  | 64 | HOST:PORT",
                "run --peer 0.0.0.0:1 --peer-plain d -- true       | 64 | name its host",
                "run --peer a:1 demo -- true                | 64 | --peer-tls CERT,KEY",
                "run --peer a:1 --peer-tls a,b demo -- true | 64 | --peer-ca",
                "run --peer-plain demo -- true              | 64 | need --peer",
                "run --peer 127.0.0.1:1 --peer-plain d -- true     | 64 | --peer-token-file FILE",
                "run --peer a:1 --peer-tls a,b --peer-ca c d -- true     | 78 | there is no file a",
                "run --peer a:1 --peer-plain --peer-token-file a d -- x  | 78 | token file",
                "roster                                     | 64 | ELECTION",
                "history --last 0 demo                      | 64 | at least 1",
                "resign --wait soon demo                    | 64 | 500ms, 15s",
                "transfer demo                              | 64 | --to",
                "transfer demo --to @                       | 64 | tenure roster demo",
                "watch --store nowhere:x                    | 78 | or correct the scheme; known here: ",
                "status --store postgre://h/d               | 78 | did you mean postgres://? known here",
                "status --store rediss-cluster://h          | 78 | did you mean redis-cluster://? known here",
                "status --store dynamo://t                  | 78 | did you mean dynamodb://? known here",
                "status --store fiel:x                      | 78 | did you mean file:? known here",
                "status --store memory:x                    | 78 | for tests, in one process; known here",
                "status --store nowhere:x                   | 78 | or correct the scheme; known here: ",
                "doctor --ttl soon                          | 64 | 500ms, 15s",
                "doctor --ttl 100ms                         | 64 | --ttl 100ms is too short: use 500ms or longer",
                "doctor --store nowhere:x                   | 78 | or correct the scheme; known here: ",
                "simulate --seeds 0                         | 64 | at least 1",
                "simulate --nodes 0                         | 64 | from 1 to",
                "simulate --drift 51                        | 64 | from 0 to",
                "simulate --trace --digests                 | 64 | exclude each other",
                "demo --rounds 0                            | 64 | at least 1",
            })
    void commandLineMistakeNamesRemedyAndCode(String line, int code, String remedy)
            throws IOException, InterruptedException {
        String[] words = line == null ? new String[0] : line.split(" +", -1);
        String[] arguments =
                Arrays.stream(words).map(word -> word.equals("@") ? " " : word).toArray(String[]::new);

        assertRefused(tenure(arguments), code, remedy);
    }

    @Test
    void quotedCommandLineIsRefused() throws IOException, InterruptedException {
        assertRefused(tenure("run", "demo", "--", "echo hi"), 127, "write: sh -c 'echo hi'");
    }

    @Test
    void helpIsPrinted() throws IOException, InterruptedException {
        assertThat(tenure("help", "run").output()).startsWith("Usage: tenure run [OPTIONS] ELECTION -- COMMAND");
        assertThat(tenure("-v", "run", "--help").output())
                .startsWith("Usage: tenure run [OPTIONS] ELECTION -- COMMAND");
        assertThat(tenure("--help").output())
                .contains("run ", "status ", "roster ", "history ", "watch ", "resign ", "transfer ", "doctor ")
                .contains("demo ", "simulate ", "help ");
    }

    @Test
    void folderThatCannotBeCreatedIsAnError() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");

        assertRefused(tenure("run", "--store", "file:" + file, "demo", "--", "true"), 73, "choose another folder");
        assertRefused(tenure("run", "--store", "file:" + file.resolve("x"), "demo", "--", "true"), 73, "choose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"//me:sesame@host/db", "/me:sesame@host/db", "Me:sesame@host/db"})
    void textThatMayHoldPasswordIsNotQuoted(String store) throws IOException, InterruptedException {
        TenureProcess.Finished finished = tenure("status", "--store", store);

        assertRefused(finished, 78, "the store has no scheme: write SCHEME:");
        assertThat(finished.errors()).doesNotContain("sesame");
    }

    @Test
    void blankStoreInEnvironmentIsRefused() throws IOException, InterruptedException {
        TenureProcess.Finished finished = TenureProcess.run(Map.of("TENURE_STORE", " "), "run", "demo", "--", "true");

        assertRefused(finished, 78, "the store is blank: is a variable empty? (from $TENURE_STORE)");
    }

    @Test
    void errorNamesStoreFromEnvironment() throws IOException, InterruptedException {
        TenureProcess.Finished finished = TenureProcess.run(Map.of("TENURE_STORE", "nowhere:x"), "status");

        assertRefused(finished, 78, "$TENURE_STORE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"status", "status demo", "roster demo", "history demo", "resign demo", "watch", "watch demo"})
    void readingCommandsCreateNoFolder(String line) throws IOException, InterruptedException {
        Path typo = folder.resolve("typo");
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        arguments.addAll(List.of("--store", "file:" + typo));

        assertRefused(tenure(arguments.toArray(String[]::new)), 66, "there is no folder " + typo);
        assertThat(typo).doesNotExist();
    }

    @Test
    void errorListsOnlyUsableStores() throws IOException, InterruptedException {
        Set<String> usable = new TreeSet<>(Stores.providers().keySet());

        assertThat(usable).as("those on the class path of this test").contains("file", "postgres", "redis", "memory");
        usable.remove("memory");
        assertThat(tenure("status", "--store", "nowhere:x").errors().strip())
                .endsWith("; known here: " + String.join(", ", usable));
    }

    @Test
    void unknownElectionIsAnError() throws IOException, InterruptedException {
        String store = "file:" + Files.createDirectories(folder.resolve("store"));

        assertRefused(tenure("status", "--store", store, "demo"), 66, "'tenure status' lists");
        assertRefused(tenure("roster", "--store", store, "demo"), 1, "nobody stands in 'demo'");
        assertRefused(tenure("history", "--store", store, "demo"), 66, "'tenure status' lists");
        assertRefused(tenure("resign", "--store", store, "demo"), 1, "there is nobody to ask");
        assertRefused(tenure("transfer", "--store", store, "demo", "--to", "x"), 1, "there is nobody to ask");
    }

    @ParameterizedTest
    @ValueSource(strings = {"roster", "history", "resign", "watch"})
    void invalidElectionNameIsRefused(String command) throws IOException, InterruptedException {
        String store = "file:" + Files.createDirectories(folder.resolve("store"));

        assertRefused(tenure(command, "--store", store, " "), 64, "the election has no name");
    }

    @Test
    void unreadableRecordIsReported() throws IOException, InterruptedException {
        Path election = Files.createDirectories(folder.resolve("store/elections/demo"));
        Files.writeString(election.resolve("1.json"), "no record\n at all");

        assertRefused(tenure("status", "--store", "file:" + folder.resolve("store"), "demo"), 65, "the next leader");
    }

    @Test
    void expiredWaitNamesTheLeader() throws IOException, InterruptedException {
        String store = "file:" + folder.resolve("store");
        Path output = Files.createFile(folder.resolve("output"));
        TenureProcess leader = TenureProcess.start(
                output,
                Map.of(),
                List.of("run", "--store", store, "--ttl", "60s", "--as", "first", "demo", "--", "sleep", "1000"));
        try {
            TenureProcess.Finished status = tenure("status", "--store", store, "demo");
            while (status.code() != 0) {
                status = tenure("status", "--store", store, "demo");
            }

            TenureProcess.Finished late = tenure(
                    "run", "--store", store, "--ttl", "60s", "--as", "second", "--wait", "5s", "demo", "--", "true");

            assertThat(late.code()).isEqualTo(75);
            assertThat(late.errors()).containsPattern("^tenure: second waits: first leads demo, token \\d+\n");
            assertThat(late.errors().lines().reduce((a, b) -> b))
                    .hasValue("tenure: not elected within the time of --wait: first leads demo");
        } finally {
            leader.forget();
        }
    }

    /** As with a sudo that keeps HOME: the user could not use files that root created. */
    @Test
    void rootCreatesNothingInAnotherUsersHome() throws IOException, InterruptedException {
        assumeTrue(PrivateFiles.user() == 0, "only root can give a folder away");
        Files.setAttribute(folder, "unix:uid", 12_345);
        Map<String, String> kept = Map.of("HOME", folder.toString(), "XDG_STATE_HOME", "");

        assertRefused(TenureProcess.run(kept, "run", "demo", "--", "true"), 77, "set XDG_STATE_HOME");

        assertThat(folder).isEmptyDirectory();
    }
}
