package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;

/** Reports a browser that is missing, could not be started, or was lost, and a task that there is not. */
@Experimental
public final class BrowserException extends GuerdonException {

    public BrowserException(String message) {
        super(message);
    }

    public BrowserException(String message, Throwable cause) {
        super(message, cause);
    }
}
