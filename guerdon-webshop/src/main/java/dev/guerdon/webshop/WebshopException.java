package dev.guerdon.webshop;

import dev.guerdon.api.GuerdonException;

/** Reports shop data that cannot be used, or a goal that does not exist. */
public final class WebshopException extends GuerdonException {

    public WebshopException(String message) {
        super(message);
    }

    public WebshopException(String message, Throwable cause) {
        super(message, cause);
    }
}
