package dev.tenure.ui.web;

import dev.tenure.http.json.JsonReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of the page. They hold nothing about elections, so everybody may have them. */
final class PageFiles {
    static final String INDEX = "index.html";

    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry(INDEX, "text/html; charset=utf-8"),
            Map.entry("page.css", "text/css; charset=utf-8"),
            Map.entry("icon.svg", "image/svg+xml"),
            Map.entry("main.js", SCRIPT),
            Map.entry("live.js", SCRIPT),
            Map.entry("dom.js", SCRIPT),
            Map.entry("format.js", SCRIPT),
            Map.entry("list.js", SCRIPT),
            Map.entry("shards.js", SCRIPT),
            Map.entry("detail.js", SCRIPT),
            Map.entry("timeline.js", SCRIPT),
            Map.entry("plot.js", SCRIPT),
            Map.entry("actions.js", SCRIPT),
            Map.entry("stores.js", SCRIPT));

    private final Map<String, JsonReply> replies = new HashMap<>();

    PageFiles() {
        TYPES.forEach((name, type) -> replies.put(name, JsonReply.ok(read(name)).with("Content-Type", type)));
    }

    /** Returns the reply with a file, or null if there is none of this name. */
    @Nullable JsonReply find(String name) {
        return replies.get(name);
    }

    private static String read(String name) {
        try (InputStream file = PageFiles.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the jar lacks " + name + ": build it again");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
