package dev.guerdon.viewer;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.KeptFile;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.asset.Assets;
import dev.guerdon.viewer.bundle.BundleLinks;
import dev.guerdon.viewer.bundle.BundlePage;
import dev.guerdon.viewer.bundle.PageQueue;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Figure;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.page.Templates;
import dev.guerdon.viewer.run.RunScreen;
import dev.guerdon.viewer.runs.RunsScreen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The pages of a viewer as files, which need no server. */
@Experimental
public final class Bundle {

    private static final int ROWS = 500;
    private static final int MOST_EPISODES = 20_000;

    private final Templates templates = new Templates();
    private final Map<String, Screen> screens = new LinkedHashMap<>();
    private final Path target;
    private long files;
    private long bytes;

    private Bundle(RunData data, Registry registry, Set<String> runs, Path target) {
        this.target = target;
        Stream.concat(
                        Stream.of(new RunsScreen(data, runs::contains), new RunScreen(data, ROWS)),
                        Traces.over(data.store(), registry).screens().stream())
                .forEach(screen -> screens.put(screen.path(), screen));
    }

    /**
     * What was written.
     *
     * @param runs how many runs
     * @param files how many files
     * @param bytes how large they are together
     * @param leftOut how many links to episodes lead nowhere, because a run has too many
     */
    public record Written(int runs, long files, long bytes, long leftOut) {

        /** In words. */
        public String words() {
            return "wrote " + Figure.times(runs, "run") + " as " + Figure.times(files, "file") + ", "
                    + Figure.bytes(bytes) + "; open index.html in a browser, or put the folder on any web server"
                    + (leftOut == 0
                            ? ""
                            : "; runs have pages for their first " + Figure.count(MOST_EPISODES)
                                    + " episodes, and rows without a link for the others");
        }
    }

    /**
     * Writes a bundle.
     *
     * @param only the runs to write; all where none are named
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
            return new Bundle(data, registry, runs, target).write(runs);
        } catch (IOException e) {
            throw new GuerdonException("the bundle cannot be written into " + target + ": " + e.getMessage(), e);
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
        for (Map.Entry<String, byte[]> asset : new Assets().files().entrySet()) {
            put("assets/" + asset.getKey(), asset.getValue());
        }
        put("robots.txt", "User-agent: *\nDisallow: /\n".getBytes(StandardCharsets.UTF_8));
        PageQueue queue = new PageQueue(runs::contains, MOST_EPISODES);
        queue.add(BundleLinks.start());
        for (Optional<BundlePage> page = queue.next(); page.isPresent(); page = queue.next()) {
            write(page.get(), new BundleLinks(page.get(), queue));
        }
        return new Written(runs.size(), files, bytes, queue.leftOut());
    }

    private void write(BundlePage page, Links links) throws IOException {
        Answer answer;
        try {
            Screen screen = screens.get(page.screen());
            if (screen == null) {
                throw new GuerdonException("the page '" + page.screen() + "' has no place in a bundle");
            }
            answer = screen.show(page.address(), links);
        } catch (GuerdonException e) {
            answer = new Answer.Html(
                    "problem.jte",
                    Map.of(
                            "frame",
                            new Frame("Not shown", links, List.of()),
                            "message",
                            String.valueOf(e.getMessage())));
        }
        switch (answer) {
            case Answer.Html html -> put(page.file(), templates.render(html));
            case Answer.Bytes file -> put(page.file(), file.bytes());
            case Answer.Stream stream -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                stream.body().write(out);
                put(page.file(), out.toByteArray());
            }
            case Answer.Elsewhere elsewhere -> put(page.file(), new byte[0]);
        }
    }

    private void put(String name, byte[] content) throws IOException {
        Path file = target.resolve(name);
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        KeptFile.write(file, content);
        files++;
        bytes += content.length;
    }
}
