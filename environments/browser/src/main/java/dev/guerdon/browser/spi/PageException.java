package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.util.List;

/** Thrown if a page takes too long, is closed or crashes, or if the browser refuses. */
@Experimental
public final class PageException extends GuerdonException {

    private static final long serialVersionUID = 1L;

    /** The kinds of reasons. */
    public enum Kind {
        /** It took longer than it may. */
        TIMEOUT,
        /** The page was closed, or the browser ended. */
        CLOSED,
        /** The page crashed, or stayed busy and was ended. */
        LOST,
        /** The browser refused, or a script threw. */
        REFUSED,
        /** The browser had more to say than is taken. */
        TOO_LARGE
    }

    private final Kind kind;
    private final List<String> log;

    /**
     * Makes one.
     *
     * @param log what was tried until then, a line for each try
     */
    public PageException(Kind kind, String message, List<String> log, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.log = List.copyOf(log);
    }

    public PageException(Kind kind, String message, List<String> log) {
        super(message);
        this.kind = kind;
        this.log = List.copyOf(log);
    }

    public PageException(Kind kind, String message) {
        this(kind, message, List.of());
    }

    public Kind kind() {
        return kind;
    }

    /** Returns what was tried, in the words of Playwright's call log; empty where there is nothing to tell. */
    public List<String> log() {
        return log;
    }
}
