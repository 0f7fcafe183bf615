package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.SecretFilter;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Exception of foreign code, as plain text: the exception itself may have methods of the user's.
 *
 * @param kind what it means
 * @param type the class of the exception, empty if the message says it all
 * @param message its message without secrets, cut if it is long; empty if it has none
 * @param where the file and line of the user's code, empty if not known
 * @param unscored why a sample has no score after this
 */
@Internal
public record CodeFault(Kind kind, String type, String message, String where, Score.Reason unscored) {

    /** Meaning of an exception for the work around it. */
    public enum Kind {
        /** The code failed. */
        FAILED,
        /** It says itself that it cannot score. */
        UNSCORED,
        /** It was interrupted or cancelled. */
        CANCELLED,
        /** It took too long, and still runs. */
        LATE,
        /** What it gave is past the limits. */
        TOO_LARGE,
        /** There was not enough memory, or the stack was too small. The rest of the program continues. */
        EXHAUSTED,
        /** The JVM says that it is broken. The rest continues, perhaps with errors. */
        JVM
    }

    /** What is shown of a message. */
    private static final int MAX_MESSAGE_LENGTH = 2_000;

    /** What is searched for secrets: more than is shown, so that none is cut in half and shown. */
    private static final int MAX_SEARCHED_LENGTH = 64 << 10;

    /** Describes what was thrown. Never throws; may take as long as the exception's own methods do. */
    public static CodeFault of(Throwable thrown) {
        return of(thrown, "");
    }

    /**
     * Describes what was thrown.
     *
     * @param origin the class and method that was called
     */
    public static CodeFault of(Throwable thrown, String origin) {
        Kind kind = kind(thrown);
        try {
            return new CodeFault(kind, type(thrown), message(thrown), where(thrown, origin), reason(thrown, kind));
        } catch (Throwable e) {
            // No memory even for the words.
            return new CodeFault(kind, "an exception", "it cannot be described", "", Score.Reason.ERROR);
        }
    }

    /** Returns the class, empty if the message says it all. */
    private static String type(Throwable thrown) {
        return thrown instanceof ExitGuard.Refused ? "" : thrown.getClass().getName();
    }

    private static Kind kind(Throwable thrown) {
        return switch (thrown) {
            case UnscoredException e -> Kind.UNSCORED;
            case PlainSnapshot.TooLarge e -> Kind.TOO_LARGE;
            case InterruptedException e -> Kind.CANCELLED;
            case CancellationException e -> Kind.CANCELLED;
            case OutOfMemoryError e -> Kind.EXHAUSTED;
            case StackOverflowError e -> Kind.EXHAUSTED;
            case VirtualMachineError e -> Kind.JVM;
            default -> Kind.FAILED;
        };
    }

    private static Score.Reason reason(Throwable thrown, Kind kind) {
        return switch (kind) {
            case UNSCORED -> Objects.requireNonNullElse(((UnscoredException) thrown).reason(), Score.Reason.ERROR);
            case CANCELLED -> Score.Reason.CANCELLED;
            case LATE -> Score.Reason.TIMEOUT;
            case TOO_LARGE -> Score.Reason.INVALID_RESULT;
            case FAILED, EXHAUSTED, JVM -> Score.Reason.ERROR;
        };
    }

    private static String message(Throwable thrown) {
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable e) {
            return "(its message cannot be read: getMessage threw "
                    + e.getClass().getName() + ")";
        }
        return message == null ? "" : clean(message);
    }

    /** Returns a text of the user's for a message: without secrets, and not too long. */
    public static String clean(String text) {
        String searched = SecretFilter.known()
                .redact(text.length() > MAX_SEARCHED_LENGTH ? text.substring(0, MAX_SEARCHED_LENGTH) : text);
        return searched.length() > MAX_MESSAGE_LENGTH ? searched.substring(0, MAX_MESSAGE_LENGTH) + "..." : searched;
    }

    private static String where(Throwable thrown, String origin) {
        if (origin.isEmpty()) {
            return "";
        }
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (origin.startsWith(frame.getClassName())) {
                    return frame.getFileName() + ":" + frame.getLineNumber();
                }
            }
        } catch (Throwable e) {
            // An exception may answer this badly, too; then it has no place.
        }
        return "";
    }

    /** Returns the class, the message and the place in one line. */
    public String text() {
        return type.isEmpty()
                ? message
                : type + (message.isEmpty() ? "" : ": " + message) + (where.isEmpty() ? "" : " (" + where + ")");
    }

    /** Returns the message, or the class if there is none. */
    public String reason() {
        return message.isEmpty() ? type : message;
    }

    /** Foreign code failed. The description is plain; what was thrown is there only for those who must throw it again. */
    public static final class FaultException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient CodeFault fault;
        private final transient @Nullable Throwable thrown;

        FaultException(CodeFault fault, @Nullable Throwable thrown) {
            super(fault.text(), null, false, false);
            this.fault = fault;
            this.thrown = thrown;
        }

        /** Returns what the code threw, null if it was late. */
        public @Nullable Throwable thrown() {
            return thrown;
        }

        public CodeFault fault() {
            return fault;
        }
    }
}
