package dev.guerdon.browser.video;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Tab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A video of the active tab.
 *
 * <p>Chromium sends a picture whenever what it shows has changed, and the next one when this one was taken. At most ten are kept for
 * each second. Time in which nothing changes costs nothing. A busy machine sends few of them, so what is shown after each step is asked
 * for. For the lane's thread only.
 */
@Internal
public final class Screencast {

    private static final long LEAST_MILLIS = 100;
    private static final long LAST_MILLIS = 1_000;
    private static final long MOST_BYTES = 500L << 20;

    private static final Map<String, Object> PICTURE = Map.of("format", "png", "optimizeForSpeed", true);

    private final Supplier<Tab> active;
    private final AnimatedPng out;
    private final Path file;
    private final Set<Tab> heard = Collections.newSetFromMap(new WeakHashMap<>());
    private final Deque<Taken> taken = new ArrayDeque<>();
    private boolean acknowledging;
    private byte @Nullable [] waiting;
    private double waitingSince;
    private double shownSince;
    private byte[] shown = {};
    private long bytes;
    private boolean over;

    /** A frame that Chromium waits to hear of. */
    private record Taken(Tab tab, int session) {}

    private Screencast(Path file, AnimatedPng out, Supplier<Tab> active) {
        this.file = file;
        this.out = out;
        this.active = active;
    }

    /**
     * Begins a video.
     *
     * @param active the tab that is shown
     */
    public static Screencast begin(Path file, Supplier<Tab> active) {
        try {
            return new Screencast(file, new AnimatedPng(file), active);
        } catch (IOException e) {
            throw new BrowserException("cannot write the video " + file + ": " + e.getMessage(), e);
        }
    }

    /** Receives the frames of a tab from now on; once for each tab. */
    public void watch(Tab tab) {
        if (over || tab.isClosed() || !heard.add(tab)) {
            return;
        }
        try {
            tab.hearDevTools("Page.screencastFrame", frame -> take(tab, frame));
            tab.devTools("Page.startScreencast", Map.of("format", "png", "everyNthFrame", 1));
        } catch (PageException e) {
            // A tab that is gone already has nothing to show.
        }
    }

    private void take(Tab tab, Map<String, @Nullable Object> frame) {
        if (over) {
            return;
        }
        taken.add(new Taken(tab, number(frame.get("sessionId")).intValue()));
        if (tab.equals(active.get()) && frame.get("data") instanceof String data) {
            Object metadata = frame.get("metadata");
            double time = metadata instanceof Map<?, ?> told
                    ? number(told.get("timestamp")).doubleValue()
                    : now();
            waiting = Base64.getDecoder().decode(data);
            waitingSince = time;
            if (out.frames() == 0 || (time - shownSince) * 1_000 >= LEAST_MILLIS) {
                flush();
            }
        }
        acknowledge();
    }

    /** Adds what the active tab shows now. */
    public void still() {
        if (over) {
            return;
        }
        try {
            flush();
            if (active.get().devTools("Page.captureScreenshot", PICTURE).get("data") instanceof String data) {
                waiting = Base64.getDecoder().decode(data);
                waitingSince = now();
                flush();
            }
        } catch (PageException e) {
            // A tab that is gone has nothing to show.
        }
    }

    /** Lets Chromium send the next frames. While it answers, others may come: those are left to the call that is under way. */
    private void acknowledge() {
        if (acknowledging) {
            return;
        }
        acknowledging = true;
        try {
            for (Taken next; (next = taken.poll()) != null; ) {
                try {
                    next.tab.devTools("Page.screencastFrameAck", Map.of("sessionId", next.session));
                } catch (PageException e) {
                    // The tab is gone, and sends no more.
                }
            }
        } finally {
            acknowledging = false;
        }
    }

    private static Number number(@Nullable Object value) {
        return value instanceof Number number ? number : 0;
    }

    private static double now() {
        return System.currentTimeMillis() / 1_000.0;
    }

    /** Writes the picture that waits, and says how long the one before it was shown. */
    private void flush() {
        byte[] png = waiting;
        waiting = null;
        if (png == null || Arrays.equals(png, shown) || bytes + png.length > MOST_BYTES) {
            return;
        }
        try {
            if (out.frames() > 0) {
                out.last(Math.round(Math.max(LEAST_MILLIS, (waitingSince - shownSince) * 1_000)));
            }
            if (out.add(png, LAST_MILLIS)) {
                shown = png;
                shownSince = waitingSince;
                bytes += png.length;
            }
        } catch (IOException e) {
            over = true;
            throw new BrowserException("cannot write the video " + file + ": " + e.getMessage(), e);
        }
    }

    /** Adds what is shown at the end, and closes the file. */
    public void end() {
        if (over) {
            return;
        }
        flush();
        over = true;
        try {
            out.close();
        } catch (IOException e) {
            throw new BrowserException("cannot finish the video " + file + ": " + e.getMessage(), e);
        }
    }
}
