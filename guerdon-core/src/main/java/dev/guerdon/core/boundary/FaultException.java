package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/** Foreign code failed. The description is plain; what was thrown is there only for those who must throw it again. */
@Internal
public final class FaultException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;
    private final transient @Nullable Throwable thrown;

    FaultException(Fault fault, @Nullable Throwable thrown) {
        super(fault.text(), null, false, false);
        this.fault = fault;
        this.thrown = thrown;
    }

    /** What the code threw, null where it was late. */
    public @Nullable Throwable thrown() {
        return thrown;
    }

    public Fault fault() {
        return fault;
    }
}
