package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.Utf8;

/** The scripts that run in pages, and one for Node.js. */
@Internal
public enum InjectedScripts {
    /** Runs in every page before the page's own scripts. */
    PAGE("page.js"),
    /** Asks the DOM past names that a page gave its elements; other scripts include it. */
    SAFE("safe.js"),
    /** Knows whether a frame is still changing; runs before the page's own scripts. */
    QUIET("quiet.js"),
    /** Gives every element of a frame its bid. */
    MARK("mark.js"),
    /** Finds elements and tells whether they can be acted on. */
    ACT("act.js"),
    /** Measures a frame. */
    SIZE("size.js"),
    /** Shows the beginning of a page that is too large. */
    OUTLINE("outline.js"),
    /** Takes back of the marks what the page should not keep. */
    UNMARK("unmark.js"),
    /** Shows people which element is acted on. */
    DEMO("demo.js"),
    /** Hides what MiniWoB shows to people only. */
    MINIWOB("miniwob.js"),
    /** Says in words which icon a goal of MiniWoB shows. */
    MINIWOB_MENU("miniwob-menu.js"),
    /** Says in words which color a goal of MiniWoB shows. */
    MINIWOB_COLOR("miniwob-color.js"),
    /** Fetches Chromium with npm. */
    CHROMIUM("chromium.js");

    private static final String INCLUDED = "  /* safe.js */\n";

    private final String file;

    InjectedScripts(String file) {
        this.file = file;
    }

    /** Returns the script, with those that it includes. */
    public String text() {
        String text = Utf8.resource(InjectedScripts.class, file);
        return text.contains(INCLUDED) ? text.replace(INCLUDED, SAFE.text()) : text;
    }
}
