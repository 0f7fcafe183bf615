package dev.guerdon.cpython;

import dev.guerdon.api.Internal;

/** Exception that Python would raise: the name of its exception and, as the message, what that says. */
@Internal
public final class PythonException extends RuntimeException {

    private final String type;

    /**
     * Makes one.
     *
     * @param type the name of the Python exception, such as {@code "ValueError"}
     * @param message what it says
     */
    public PythonException(String type, String message) {
        super(message);
        this.type = type;
    }

    PythonException(String type, String message, Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    /** Returns the name of the Python exception. */
    public String type() {
        return type;
    }
}
