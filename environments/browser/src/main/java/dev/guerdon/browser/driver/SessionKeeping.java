package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.SessionOptions.KeptFiles.Kind;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Keeps what a session should leave behind: its storage, its requests, its video, its trace. For the lane's thread only. */
final class SessionKeeping {

    private final ContextTabs tabs;
    private final @Nullable Path archive;
    private final @Nullable Path savedState;
    private final TabScreencast.@Nullable VideoFile video;
    private final @Nullable TraceFile trace;
    private final @Nullable TabScreencast screencast;

    /**
     * Returns what a session keeps.
     *
     * @param needs what the task asks of the browser
     * @param files what it leaves in the folder of its episode; null for nothing
     * @param savedState the file for cookies and storage; null for none
     * @param active the tab that people would look at
     */
    public SessionKeeping(
            ContextTabs tabs,
            BrowserNeeds needs,
            SessionOptions.@Nullable KeptFiles files,
            @Nullable Path savedState,
            Supplier<TargetTab> active) {
        this.tabs = tabs;
        this.savedState = savedState;
        Optional<SessionOptions.KeptFiles> kept = Optional.ofNullable(files);
        this.archive = kept.flatMap(each -> each.file(Kind.HAR)).orElse(null);
        this.video = kept.flatMap(each -> each.file(Kind.VIDEO))
                .map(TabScreencast.VideoFile::begin)
                .orElse(null);
        this.trace = kept.flatMap(each -> each.file(Kind.TRACE))
                .map(file -> TraceFile.begin(file, needs))
                .orElse(null);
        List<TabScreencast.Viewer> viewers = Stream.<TabScreencast.@Nullable Viewer>of(video, trace)
                .flatMap(Stream::ofNullable)
                .toList();
        this.screencast = viewers.isEmpty() ? null : new TabScreencast(active, viewers);
    }

    /** Films the tabs that have come. */
    public void film() {
        if (screencast != null) {
            tabs.all().forEach(screencast::watch);
        }
    }

    /** Films what the active tab shows now, whether or not Chromium has had the time to send it. */
    public void filmStill() {
        if (screencast != null) {
            screencast.still();
        }
    }

    /**
     * Keeps an action in the trace.
     *
     * @param began when it began, in milliseconds since 1970
     * @param error why it failed, empty if it did not
     */
    public void acted(String action, double began, String error) {
        if (trace != null) {
            trace.acted(action, began, error);
        }
    }

    /** Ends the program that makes the video. */
    public void abandon() {
        if (video != null) {
            video.abandon();
        }
    }

    /** Writes everything, before the tabs close. */
    public void end() {
        if (screencast != null) {
            screencast.end();
        }
        if (video != null) {
            video.close();
        }
        try {
            List<Map<String, @Nullable Object>> exchanges =
                    trace == null && archive == null ? List.of() : tabs.exchanges();
            if (trace != null) {
                trace.close(exchanges);
            }
            if (archive != null) {
                writeArchive(archive, exchanges);
            }
            if (savedState != null) {
                writeState(savedState, tabs.storageState());
            }
        } catch (PageException e) {
            // The browser is gone, and what it knew with it.
        }
    }

    private static void writeState(Path file, String state) {
        try {
            KeptFile.writePrivate(file, state.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new BrowserException("cannot save cookies and storage to " + file + ": " + e.getMessage(), e);
        }
    }

    private static void writeArchive(Path file, List<Map<String, @Nullable Object>> exchanges) {
        Map<String, ?> log = Map.of(
                "version",
                "1.2",
                "creator",
                Map.of("name", "Guerdon", "version", ""),
                "pages",
                List.of(),
                "entries",
                exchanges);
        try {
            KeptFile.write(file, JsonCodec.write(Map.of("log", log)));
        } catch (IOException e) {
            throw new BrowserException("cannot write the archive " + file + ": " + e.getMessage(), e);
        }
    }

    /** A trace for Playwright's trace viewer: actions, pictures and requests, as layout 8 of its traces has them. */
    static final class TraceFile implements TabScreencast.Viewer {

        private static final int LAYOUT = 8;
        private static final String PAGE = "page@1";

        private final Path file;
        private final ZipOutputStream zip;
        private final BrowserNeeds needs;
        private final List<Map<String, ?>> events = new ArrayList<>();
        private int actions;
        private int pictures;

        private TraceFile(Path file, ZipOutputStream zip, BrowserNeeds needs) {
            this.file = file;
            this.zip = zip;
            this.needs = needs;
            double now = System.currentTimeMillis();
            Map<String, Object> first = new LinkedHashMap<>();
            first.put("version", LAYOUT);
            first.put("type", "context-options");
            first.put("origin", "library");
            first.put("browserName", "chromium");
            first.put("options", Map.of());
            first.put("platform", "linux");
            first.put("wallTime", now);
            first.put("monotonicTime", now);
            first.put("sdkLanguage", "java");
            first.put("contextId", "context@1");
            events.add(first);
        }

        static TraceFile begin(Path file, BrowserNeeds needs) {
            try {
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                return new TraceFile(file, new ZipOutputStream(Files.newOutputStream(file)), needs);
            } catch (IOException e) {
                throw failed(file, e);
            }
        }

        private static BrowserException failed(Path file, IOException e) {
            return new BrowserException("cannot write the trace " + file + ": " + e.getMessage(), e);
        }

        @Override
        public void shows(byte[] jpeg, double time) {
            String name = PAGE + "-" + ++pictures + ".jpeg";
            Map<String, Object> event = new LinkedHashMap<>();
            event.put("type", "screencast-frame");
            event.put("pageId", PAGE);
            event.put("sha1", name);
            event.put("width", needs.width());
            event.put("height", needs.height());
            event.put("timestamp", time * 1_000);
            events.add(event);
            add("resources/" + name, jpeg);
        }

        void acted(String action, double began, String error) {
            String id = "call@" + ++actions;
            int open = action.indexOf('(');
            Map<String, Object> before = new LinkedHashMap<>();
            before.put("type", "before");
            before.put("callId", id);
            before.put("startTime", began);
            before.put("title", action);
            before.put("class", "Page");
            before.put("method", open < 0 ? action : action.substring(0, open));
            before.put("params", Map.of());
            before.put("pageId", PAGE);
            events.add(before);
            Map<String, Object> after = new LinkedHashMap<>();
            after.put("type", "after");
            after.put("callId", id);
            after.put("endTime", (double) System.currentTimeMillis());
            if (!error.isEmpty()) {
                after.put("error", Map.of("message", error));
            }
            events.add(after);
        }

        /** Adds requests, as an HTTP archive has them, and finishes the file. */
        void close(List<Map<String, @Nullable Object>> exchanges) {
            List<Map<String, ?>> network = new ArrayList<>();
            int bodies = 0;
            for (Map<String, @Nullable Object> exchange : exchanges) {
                Map<String, @Nullable Object> entry = new LinkedHashMap<>(exchange);
                Map<String, @Nullable Object> response = copy(entry.get("response"));
                Map<String, @Nullable Object> content = copy(response.get("content"));
                if (content.remove("text") instanceof String text) {
                    String name = "body-" + ++bodies;
                    add(
                            "resources/" + name,
                            content.remove("encoding") == null
                                    ? text.getBytes(StandardCharsets.UTF_8)
                                    : Base64.getDecoder().decode(text));
                    content.put("_sha1", name);
                }
                response.put("content", content);
                entry.put("response", response);
                entry.put("pageref", PAGE);
                network.add(Map.of("type", "resource-snapshot", "snapshot", entry));
            }
            add("trace.trace", lines(events));
            add("trace.network", lines(network));
            try {
                zip.close();
            } catch (IOException e) {
                throw failed(file, e);
            }
        }

        private static Map<String, @Nullable Object> copy(@Nullable Object value) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            ((Map<?, ?>) Objects.requireNonNull(value)).forEach((name, part) -> copy.put(String.valueOf(name), part));
            return copy;
        }

        private static byte[] lines(List<Map<String, ?>> values) {
            StringBuilder lines = new StringBuilder();
            values.forEach(value -> lines.append(JsonCodec.write(value)).append('\n'));
            return lines.toString().getBytes(StandardCharsets.UTF_8);
        }

        private void add(String name, byte[] bytes) {
            try {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(bytes);
                zip.closeEntry();
            } catch (IOException e) {
                throw failed(file, e);
            }
        }
    }
}
