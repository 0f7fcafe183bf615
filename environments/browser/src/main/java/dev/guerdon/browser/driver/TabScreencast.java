package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.CdpValues;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pictures of the active tab.
 *
 * <p>Chromium sends a picture whenever what it shows has changed, and the next one when this one was taken. At most ten are kept for
 * each second. A busy machine sends few of them, so what is shown after each step is asked for. For the lane's thread only.
 */
final class TabScreencast {

    private static final double LEAST_SECONDS = 0.1;
    private static final long MOST_BYTES = 500L << 20;
    private static final int QUALITY = 90;

    private final Supplier<TargetTab> active;
    private final List<Viewer> viewers;
    private final Set<TargetTab> heard = Collections.newSetFromMap(new WeakHashMap<>());
    private final Deque<Taken> taken = new ArrayDeque<>();
    private boolean acknowledging;
    private byte @Nullable [] waiting;
    private double waitingSince;
    private double shownSince;
    private byte[] shown = {};
    private long bytes;
    private boolean over;

    /** Receiver of the pictures. */
    interface Viewer {

        /**
         * Takes a picture that is shown from now on.
         *
         * @param time when it was first shown, in seconds since 1970
         */
        void shows(byte[] jpeg, double time);
    }

    /** Frame that was not acknowledged yet. */
    private record Taken(TargetTab tab, int session) {}

    TabScreencast(Supplier<TargetTab> active, List<Viewer> viewers) {
        this.active = active;
        this.viewers = List.copyOf(viewers);
    }

    /** Receives the frames of a tab from now on; once for each tab. */
    void watch(TargetTab tab) {
        if (over || tab.isClosed() || !heard.add(tab)) {
            return;
        }
        try {
            tab.hearDevTools("Page.screencastFrame", frame -> take(tab, frame));
            tab.devTools("Page.startScreencast", Map.of("format", "jpeg", "quality", QUALITY, "everyNthFrame", 1));
        } catch (PageException e) {
            // A tab that is gone already has nothing to show.
        }
    }

    private void take(TargetTab tab, Map<String, @Nullable Object> frame) {
        if (over) {
            return;
        }
        taken.add(new Taken(tab, (int) CdpValues.number(frame.get("sessionId"))));
        if (tab.equals(active.get()) && frame.get("data") instanceof String data) {
            waiting = Base64.getDecoder().decode(data);
            waitingSince =
                    frame.get("metadata") instanceof Map<?, ?> told ? CdpValues.number(told.get("timestamp")) : now();
            if (shown.length == 0 || waitingSince - shownSince >= LEAST_SECONDS) {
                flush();
            }
        }
        acknowledge();
    }

    /** Adds what the active tab shows now. */
    void still() {
        if (over) {
            return;
        }
        try {
            flush();
            Map<String, Object> picture = Map.of("format", "jpeg", "quality", QUALITY, "optimizeForSpeed", true);
            if (active.get().devTools("Page.captureScreenshot", picture).get("data") instanceof String data) {
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

    private static double now() {
        return System.currentTimeMillis() / 1_000.0;
    }

    /** Shows the picture that waits. */
    private void flush() {
        byte[] jpeg = waiting;
        waiting = null;
        if (jpeg == null || Arrays.equals(jpeg, shown) || bytes + jpeg.length > MOST_BYTES) {
            return;
        }
        shown = jpeg;
        shownSince = waitingSince;
        bytes += jpeg.length;
        viewers.forEach(viewer -> viewer.shows(jpeg, shownSince));
    }

    /** Shows what was seen last, and takes nothing more. */
    void end() {
        if (!over) {
            flush();
            over = true;
        }
    }

    /**
     * A video as WebM, made by ffmpeg.
     *
     * <p>A picture stays for as long as it was shown, but for two seconds at most: a viewer does not wait for an agent that thinks.
     */
    static final class VideoFile implements Viewer {

        private static final int PICTURES_A_SECOND = 10;
        private static final String OPTIONS = "-loglevel error -f image2pipe -framerate " + PICTURES_A_SECOND
                + " -c:v mjpeg -i pipe:0 -y -an -c:v vp8"
                + " -qmin 0 -qmax 50 -crf 8 -b:v 1M"
                + " -deadline realtime -speed 8 -threads"
                + " 1";
        private static final int MOST_REPEATS = 2 * PICTURES_A_SECOND;
        private static final long MOST_END_SECONDS = 5;

        private final Path file;
        private final Process ffmpeg;
        private byte[] shown = {};
        private double shownSince;
        private boolean over;

        private VideoFile(Path file, Process ffmpeg) {
            this.file = file;
            this.ffmpeg = ffmpeg;
        }

        static VideoFile begin(Path file) {
            return begin("ffmpeg", file);
        }

        /** Begins a video that the program {@code ffmpeg} makes. */
        static VideoFile begin(String ffmpeg, Path file) {
            try {
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                List<String> command = new ArrayList<>(List.of(ffmpeg));
                command.addAll(List.of(OPTIONS.split(" ", -1)));
                command.add(file.toString());
                Process process = new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return new VideoFile(file, process);
            } catch (IOException e) {
                throw new BrowserException("cannot write the video " + file + " with ffmpeg: " + e.getMessage(), e);
            }
        }

        @Override
        public void shows(byte[] jpeg, double time) {
            write(time);
            shown = jpeg;
            shownSince = time;
        }

        private void write(double until) {
            if (over || shown.length == 0) {
                return;
            }
            long repeats = Math.clamp(Math.round((until - shownSince) * PICTURES_A_SECOND), 1, MOST_REPEATS);
            try {
                OutputStream to = ffmpeg.getOutputStream();
                for (long i = 0; i < repeats; i++) {
                    to.write(shown);
                }
                to.flush();
            } catch (IOException e) {
                over = true;
                throw new BrowserException("cannot write the video " + file + ": ffmpeg ended", e);
            }
        }

        void abandon() {
            ffmpeg.destroyForcibly();
        }

        /** Shows the last picture for a second, and waits for ffmpeg to finish the file. */
        void close() {
            write(shownSince + 1);
            over = true;
            try {
                ffmpeg.getOutputStream().close();
                if (!ffmpeg.waitFor(MOST_END_SECONDS, TimeUnit.SECONDS)) {
                    ffmpeg.destroyForcibly();
                }
            } catch (IOException e) {
                ffmpeg.destroyForcibly();
            } catch (InterruptedException e) {
                ffmpeg.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
