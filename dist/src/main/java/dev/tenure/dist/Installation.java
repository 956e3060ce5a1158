package dev.tenure.dist;

import dev.tenure.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** The files of an installed command: the program itself, and what a system wants to know about it. */
final class Installation {
    private final Build build;

    Installation(Build build) {
        this.build = build;
    }

    /** Returns the launcher and the libraries, as folders {@code bin} and {@code lib}. */
    FileTree program() throws IOException {
        Path launcher = build.root().resolve("cli/src/launcher");
        FileTree files = new FileTree()
                .file("bin/tenure", launcher.resolve("tenure"))
                .file("lib/start.sh", launcher.resolve("start.sh"))
                .file("lib/tenure-cli.jar", build.command().resolve("tenure-cli.jar"))
                .all("lib/usual", build.command().resolve("lib/usual"))
                .all("lib/more", build.command().resolve("lib/more"));
        return files;
    }

    /** Returns manual pages, completion, licences and examples, in the folders that systems have for them. */
    FileTree shared() throws IOException {
        CommandLine command = Main.model();
        Completions completions = new Completions(command);
        FileTree files = new FileTree()
                .text("bash-completion/completions/tenure", completions.bash())
                .text("zsh/site-functions/_tenure", completions.zsh())
                .text("fish/vendor_completions.d/tenure.fish", completions.fish())
                .file("doc/tenure/LICENSE", build.root().resolve("LICENSE"))
                .text("doc/tenure/THIRD-PARTY.txt", ThirdParty.list(build.components("xml")))
                .file("doc/tenure/sbom.cdx.json", build.components("json"))
                .all("doc/tenure/examples", build.file("examples"));
        for (Map.Entry<String, String> page :
                new ManPages(build.version(), build.date()).of(command).entrySet()) {
            files.text("man/man1/" + page.getKey(), page.getValue());
        }
        return files;
    }

    /** Returns everything in one folder, to be unpacked anywhere. */
    FileTree unpacked() throws IOException {
        return new FileTree()
                .tree(build.name(), program())
                .tree(build.name() + "/share", shared())
                .file(build.name() + "/README.txt", build.file("README.txt"));
    }
}
