package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Objects;

/** The words for what went wrong below: the JDK often gives no more than a path, or the name of an exception. */
@Internal
public final class CauseText {

    private CauseText() {}

    /** Returns what an exception means, without its name. */
    public static String of(Throwable cause) {
        String message = cause.getMessage();
        return switch (cause) {
            case NoSuchFileException missing -> "no such file: " + missing.getMessage();
            case AccessDeniedException denied -> "no permission for " + denied.getMessage();
            case FileAlreadyExistsException there -> there.getMessage() + " is there already";
            case NotDirectoryException file -> file.getMessage() + " is not a folder";
            case DirectoryNotEmptyException full -> "the folder " + full.getMessage() + " is not empty";
            case CharacterCodingException binary -> "it is not UTF-8 text";
            case EOFException early -> "it ends too early";
            case UnknownHostException unknown -> "no machine has the name " + unknown.getMessage();
            case UncheckedIOException io -> of(Objects.requireNonNull(io.getCause()));
            default -> message == null || message.isBlank() ? words(cause.getClass()) : message;
        };
    }

    /**
     * Returns a message in which each cause is in words: the JDK's way to print it is replaced, and so is a path that is all that a
     * cause says.
     */
    public static String of(String message, Throwable problem) {
        String text = message;
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            String words = of(cause);
            text = text.replace(cause.toString(), words);
            if (!text.contains(words)
                    && cause instanceof FileSystemException file
                    && file.getReason() == null
                    && file.getMessage() != null) {
                String path = ": " + file.getMessage();
                int at = text.lastIndexOf(path);
                if (at >= 0) {
                    text = text.substring(0, at) + ": " + words + text.substring(at + path.length());
                }
            }
        }
        return text;
    }

    private static String words(Class<?> type) {
        return type.getSimpleName()
                .replaceFirst("(Exception|Error)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }
}
