package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;

/** Foreign code failed. Holds the description alone, never the user's exception. */
@Internal
public final class FaultException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    FaultException(Fault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
