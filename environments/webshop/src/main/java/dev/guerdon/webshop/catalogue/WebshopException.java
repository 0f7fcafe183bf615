package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** Reports shop data that cannot be used, or a goal that does not exist. */
@Internal
public final class WebshopException extends GuerdonException {

    public WebshopException(String message) {
        super(message);
    }

    public WebshopException(String message, Throwable cause) {
        super(message, cause);
    }
}
