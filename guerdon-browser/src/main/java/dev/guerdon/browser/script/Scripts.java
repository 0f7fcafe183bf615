package dev.guerdon.browser.script;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The scripts that run in Node.js and in pages. */
@Internal
public enum Scripts {
    /** Runs Chromium for many clients. */
    SERVER("server.js"),
    /** Connects one client to the server. */
    BRIDGE("bridge.js"),
    /** Runs in every page before the page's own scripts. */
    PAGE("page.js"),
    /** Gives every element of a frame its bid. */
    MARK("mark.js"),
    /** Finds elements and tells whether they can be acted on. */
    ACT("act.js"),
    /** Takes back of the marks what the page should not keep. */
    UNMARK("unmark.js"),
    /** Shows people which element is acted on. */
    DEMO("demo.js"),
    /** Hides what MiniWoB shows to people only. */
    MINIWOB("miniwob.js"),
    /** Fetches Chromium with npm. */
    CHROMIUM("chromium.js");

    private final String file;

    Scripts(String file) {
        this.file = file;
    }

    public byte[] bytes() {
        try (InputStream in = Scripts.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the script " + file + " is missing from the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
