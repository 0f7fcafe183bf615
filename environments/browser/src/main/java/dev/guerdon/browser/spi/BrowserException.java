package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;

/** Thrown if the browser is missing, fails to start or crashes, or if a task does not exist. */
@Experimental
public final class BrowserException extends GuerdonException {

    public BrowserException(String message) {
        super(message);
    }

    public BrowserException(String message, Throwable cause) {
        super(message, cause);
    }
}
