package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;

/** Which browser the text of an accessibility tree should look like. */
@Experimental
public enum AxTreeProfile {
    /**
     * The browser that BrowserGym pins: without the text boxes, addresses, nameless forms and popups of closed menus that newer
     * browsers report. About half as long; what prompts should use.
     */
    PINNED,
    /** Everything that the browser at hand reports, under BrowserGym's own rules. */
    RAW
}
