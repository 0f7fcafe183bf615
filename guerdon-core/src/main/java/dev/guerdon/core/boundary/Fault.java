package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.Secrets;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * What foreign code threw, as plain text: the exception itself may have methods of the user's.
 *
 * @param kind what it means
 * @param type the class of the exception, empty where the message says it all
 * @param message its message without secrets, cut where it is long; empty where it has none
 * @param where the file and line of the user's code, empty where not known
 * @param unscored why a sample has no score after this
 */
@Internal
public record Fault(Kind kind, String type, String message, String where, Score.Reason unscored) {

    /** What an exception means for the work around it. */
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
        /** There was not enough memory, or the stack was too small. The rest of the program can go on. */
        EXHAUSTED,
        /** The JVM says that it is broken. The rest goes on, but nobody knows how well. */
        JVM
    }

    /** What is shown of a message. */
    private static final int LONGEST = 2_000;

    /** What is searched for secrets: more than is shown, so that none is cut in half and shown. */
    private static final int SEARCHED = 64 << 10;

    /** Describes what was thrown. Never throws; may take as long as the exception's own methods do. */
    public static Fault of(Throwable thrown) {
        return of(thrown, "");
    }

    /**
     * Describes what was thrown.
     *
     * @param origin the class and method that was called
     */
    public static Fault of(Throwable thrown, String origin) {
        Kind kind = kind(thrown);
        try {
            return new Fault(kind, type(thrown), message(thrown), where(thrown, origin), reason(thrown, kind));
        } catch (Throwable e) {
            // No memory even for the words.
            return new Fault(kind, "an exception", "it cannot be described", "", Score.Reason.ERROR);
        }
    }

    /** The class, empty where the message says it all. */
    private static String type(Throwable thrown) {
        return thrown instanceof Exit.Refused ? "" : thrown.getClass().getName();
    }

    private static Kind kind(Throwable thrown) {
        return switch (thrown) {
            case UnscoredException e -> Kind.UNSCORED;
            case Snapshot.TooLarge e -> Kind.TOO_LARGE;
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

    /** A text of the user's for a message: without secrets, and not too long. */
    public static String clean(String text) {
        String searched = Secrets.known().redact(text.length() > SEARCHED ? text.substring(0, SEARCHED) : text);
        return searched.length() > LONGEST ? searched.substring(0, LONGEST) + "..." : searched;
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

    /** The class, the message and the place in one line. */
    public String text() {
        return type.isEmpty()
                ? message
                : type + (message.isEmpty() ? "" : ": " + message) + (where.isEmpty() ? "" : " (" + where + ")");
    }

    /** The message, or the class where there is none. */
    public String reason() {
        return message.isEmpty() ? type : message;
    }
}
