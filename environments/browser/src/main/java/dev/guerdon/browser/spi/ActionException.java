package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;

/**
 * Thrown if an action cannot be read or carried out, with the message that BrowserGym has for it.
 *
 * <p>It ends no episode: the agent reads {@link #lastActionError()} with its next observation.
 */
@Experimental
public final class ActionException extends GuerdonException {

    private final String type;

    /**
     * Makes one.
     *
     * @param type the name of the Python exception, such as {@code "ValueError"}
     * @param message what it says
     */
    public ActionException(String type, String message) {
        super(message);
        this.type = type;
    }

    public ActionException(String type, String message, Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    /** Returns the name of the Python exception. */
    public String type() {
        return type;
    }

    /** Returns the text of the observation's {@code last_action_error}. */
    public String lastActionError() {
        return type + ": " + getMessage();
    }
}
