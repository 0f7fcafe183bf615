package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;

/** Something about a suite, run, plan or report is not as it should be. */
@Experimental
public final class LabException extends GuerdonException {

    public LabException(String message) {
        super(message);
    }

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
