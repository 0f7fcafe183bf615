package dev.guerdon.viewer;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DiskSpace;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.PageQueue.Page;
import dev.guerdon.viewer.episode.EpisodePages;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.page.ViewerAssets;
import dev.guerdon.viewer.page.ViewerScreen;
import dev.guerdon.viewer.run.RunData;
import dev.guerdon.viewer.run.RunDiagnoses;
import dev.guerdon.viewer.run.RunPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The pages of a viewer as files, which need no server. */
@Experimental
public final class ViewerBundle {

    private static final int ROWS = 500;
    private static final int MOST_EPISODES = 20_000;

    private final PageTemplates templates = new PageTemplates();
    private final Map<String, ViewerScreen> screens = new LinkedHashMap<>();
    private final Path target;
    private byte[] start = {};
    private long files;
    private long bytes;

    private ViewerBundle(RunData data, Registry registry, Set<String> runs, Path target) {
        this.target = target;
        // Its own diagnoses: no page of a table may have a column with causes that an earlier one has not.
        Stream.of(
                        new RunPages(data, templates).pages(runs::contains, ROWS),
                        EpisodePages.pages(data.store(), registry, new RunDiagnoses(registry)))
                .flatMap(List::stream)
                .forEach(screen -> screens.put(screen.path(), screen));
    }

    /**
     * Outcome of writing.
     *
     * @param runs how many runs
     * @param files how many files
     * @param bytes how large they are together
     * @param leftOut how many links to episodes lead nowhere, because a run has too many
     */
    public record Written(int runs, long files, long bytes, long leftOut) {

        /** In words. */
        public String words() {
            return "wrote " + PageNumber.times(runs, "run") + " as " + PageNumber.times(files, "file") + ", "
                    + PageNumber.bytes(bytes) + "; open index.html in a browser, or put the folder on any web server"
                    + (leftOut == 0
                            ? ""
                            : "; runs have pages for their first " + PageNumber.count(MOST_EPISODES)
                                    + " episodes, and rows without a link for the others");
        }
    }

    /**
     * Writes a bundle.
     *
     * @param only the runs to write; all if none are named
     * @param target a folder that is empty or not there yet
     * @throws GuerdonException where the folder has something in it, or cannot be written
     */
    public static Written write(RunStore store, Registry registry, List<String> only, Path target) {
        Set<String> runs = new LinkedHashSet<>();
        if (only.isEmpty()) {
            store.outlines().stream().map(RunInfo::name).forEach(runs::add);
        }
        only.forEach(name -> runs.add(
                name.equals(RunStore.LATEST)
                        ? store.outlines().getLast().name()
                        : store.outline(name).name()));
        if (runs.isEmpty()) {
            throw new GuerdonException("there are no runs in " + store.root() + ", so there is nothing to write");
        }
        try (RunData data = new RunData(store, registry, false)) {
            requireEmpty(target);
            return new ViewerBundle(data, registry, runs, target).writeAll(runs);
        } catch (IOException e) {
            throw new GuerdonException("the bundle cannot be written into " + target + ": " + e.getMessage(), e);
        }
    }

    /** Writes everything, or leaves an empty folder behind. */
    private Written writeAll(Set<String> runs) throws IOException {
        try {
            return write(runs);
        } catch (IOException | RuntimeException e) {
            Optional<Path> full = DiskSpace.fullOf(target, e);
            try (Stream<Path> entries = Files.list(target)) {
                for (Path entry : entries.toList()) {
                    FolderTree.delete(entry);
                }
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            if (full.isPresent()) {
                throw new GuerdonException(
                        "the bundle was not written into " + target + ": the disk of " + full.get() + " is full", e);
            }
            throw e;
        }
    }

    private static void requireEmpty(Path target) throws IOException {
        if (!Files.exists(target)) {
            Files.createDirectories(target);
            return;
        }
        try (Stream<Path> entries = Files.list(target)) {
            if (entries.findAny().isPresent()) {
                throw new GuerdonException("the folder " + target + " has something in it; name a new or an empty one");
            }
        }
    }

    private Written write(Set<String> runs) throws IOException {
        for (Map.Entry<String, byte[]> asset : new ViewerAssets().files().entrySet()) {
            put("assets/" + asset.getKey(), asset.getValue());
        }
        put("robots.txt", "User-agent: *\nDisallow: /\n".getBytes(StandardCharsets.UTF_8));
        PageQueue queue = new PageQueue(runs::contains, MOST_EPISODES);
        queue.add(BundleLinks.START);
        for (Optional<PageQueue.Page> page = queue.next(); page.isPresent(); page = queue.next()) {
            write(page.get(), new BundleLinks(page.get(), queue));
        }
        put(BundleLinks.START.file(), start); // the last, so that half a bundle cannot be taken for a whole one
        return new Written(runs.size(), files, bytes, queue.leftOut());
    }

    private void write(PageQueue.Page page, PageLinks links) throws IOException {
        ScreenAnswer answer;
        try {
            ViewerScreen screen = screens.get(page.screen());
            if (screen == null) {
                throw new GuerdonException("the page '" + page.screen() + "' has no place in a bundle");
            }
            answer = screen.show(page.address(), links);
        } catch (GuerdonException e) {
            answer = ScreenAnswer.problem(e, links);
        }
        switch (answer) {
            case ScreenAnswer.Html html -> put(page.file(), templates.render(html));
            case ScreenAnswer.Stream stream -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                stream.body().write(out);
                put(page.file(), out.toByteArray());
            }
            case ScreenAnswer.Elsewhere elsewhere -> put(page.file(), new byte[0]);
        }
    }

    private void put(String name, byte[] content) throws IOException {
        if (start.length == 0 && name.equals(BundleLinks.START.file())) {
            start = content;
            return;
        }
        Path file = target.resolve(name);
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        KeptFile.write(file, content);
        files++;
        bytes += content.length;
    }

    /** Links of a page of a bundle: relative files. What is linked to becomes part of the bundle. */
    static final class BundleLinks implements PageLinks {

        private static final int LONGEST = 60;
        private static final int HASH = 5;

        /** The page that a bundle begins with. */
        static final Page START = new Page("index.html", "/", Map.of());

        private final String up;
        private final PageQueue queue;

        /** Makes the links of a page. */
        BundleLinks(Page page, PageQueue queue) {
            this.up =
                    "../".repeat((int) page.file().chars().filter(c -> c == '/').count());
            this.queue = queue;
        }

        @Override
        public String to(String screen, String... parts) {
            Map<String, String> given = new LinkedHashMap<>();
            for (int i = 0; i < parts.length; i += 2) {
                if (!parts[i + 1].isEmpty()) {
                    given.put(parts[i], parts[i + 1]);
                }
            }
            String step = given.remove("step");
            boolean known = Stream.of("run", "base", "candidate").allMatch(name -> queue.hasRun(given.get(name)));
            String file = known ? file(screen, given) : "";
            if (file.isEmpty()
                    || (screen.endsWith("/episode") && !queue.hasEpisode(given.getOrDefault("run", ""), file))) {
                return "";
            }
            queue.add(new Page(file, screen, given));
            return up + file + (step == null ? "" : "#step-" + step);
        }

        /** Returns the file of a page; empty if a bundle has no such page. */
        private static String file(String screen, Map<String, String> given) {
            String run = "runs/" + safe(given.getOrDefault("run", "")) + "/";
            String episode = safe(given.getOrDefault("task", "") + "#" + given.getOrDefault("repeat", "0"));
            String pair =
                    "compare/" + safe(given.getOrDefault("base", "")) + "~" + safe(given.getOrDefault("candidate", ""));
            return switch (screen) {
                case "/" -> START.file();
                case "/runs/{run}" ->
                    run + (given.containsKey("offset") ? "rows-" + given.get("offset") + ".html" : "index.html");
                case "/runs/{run}/episode" -> run + "episodes/" + episode + ".html";
                case "/runs/{run}/chat" -> run + "chats/" + episode + ".html";
                case "/runs/{run}/artifact" -> run + "files/" + episode + "/" + safe(given.getOrDefault("file", ""));
                case "/runs/{run}/diagnosis" -> run + "diagnosis.html";
                case "/compare" -> given.containsKey("base") ? pair + ".html" : "";
                case "/traces" -> pair + "/" + episode + ".html";
                case "/sessions" -> "sessions.html";
                case "/sessions/{session}" -> "sessions/" + safe(given.getOrDefault("session", "")) + ".html";
                default -> "";
            };
        }

        @Override
        public String asset(String name) {
            return up + "assets/" + name;
        }

        @Override
        public boolean served() {
            return false;
        }

        /** Returns a name that every file system and every address takes, and that no other text has. */
        static String safe(String text) {
            int dot = text.lastIndexOf('.');
            String ending = dot > 0 && text.substring(dot).matches("\\.[a-z0-9]{1,5}") ? text.substring(dot) : "";
            String body = text.substring(0, text.length() - ending.length());
            String safe = body.replaceAll("[^A-Za-z0-9_-]+", "_");
            safe = safe.substring(0, Math.min(safe.length(), LONGEST));
            // Some file systems do not tell upper from lower case.
            boolean same = safe.equals(body) && safe.equals(safe.toLowerCase(Locale.ROOT)) && !safe.isEmpty();
            return (same ? safe : safe + "-" + Sha256.hex(text, HASH)) + ending;
        }
    }
}
