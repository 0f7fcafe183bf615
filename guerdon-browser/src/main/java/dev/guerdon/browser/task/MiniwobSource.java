package dev.guerdon.browser.task;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** MiniWoB++'s tasks, from a folder with its HTML. */
@Internal
public final class MiniwobSource implements BrowserTaskSource {

    public static final String OPTION = "miniwob";
    private static final String VARIABLE = "MINIWOB_URL";
    private static final String HTML = ".html";

    /** Where a download of MiniWoB++ has the tasks. */
    private static final List<String> PLACES = List.of("", "miniwob", "html/miniwob", "miniwob/html/miniwob");

    private static final String ANY_TASK = "click-test.html";

    @Override
    public String prefix() {
        return "miniwob.";
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        String name = id.substring(prefix().length());
        if (!name.matches("[A-Za-z0-9_-]+")) {
            throw new BrowserException("there is no MiniWoB task '" + id + "'; names are like miniwob.click-dialog");
        }
        String url;
        Optional<Path> folder = folder(options);
        if (folder.isPresent()) {
            Path file = folder.get().resolve(name + HTML);
            if (!Files.isRegularFile(file)) {
                throw new BrowserException("there is no MiniWoB task '" + id + "': no " + name + HTML + " in "
                        + folder.get() + suggestion(name, folder.get()));
            }
            url = file.toUri().toString();
        } else {
            url = base(id) + name + HTML;
        }
        return new MiniwobTask(url, BrowserTasks.seed(description));
    }

    private static String base(String id) {
        String base = System.getenv(VARIABLE);
        if (base == null || base.isBlank()) {
            throw new BrowserException("the task '" + id + "' needs MiniWoB's HTML: give its folder with --" + OPTION
                    + " or its address in " + VARIABLE + "; the Python package 'miniwob' has it");
        }
        return base.endsWith("/") ? base : base + "/";
    }

    private static Optional<Path> folder(Map<String, String> options) {
        String given = options.get(OPTION);
        if (given == null) {
            return Optional.empty();
        }
        Path root = Path.of(given).toAbsolutePath().normalize();
        return Optional.of(PLACES.stream()
                .map(root::resolve)
                .filter(place -> Files.isRegularFile(place.resolve(ANY_TASK)))
                .findFirst()
                .orElseThrow(() -> new BrowserException("expected MiniWoB's HTML in " + root + ", found no " + ANY_TASK
                        + " in it or in its folder html/miniwob")));
    }

    private static String suggestion(String name, Path folder) {
        List<String> near = dev.guerdon.base.Names.suggest(name, names(folder));
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(HTML))
                    .map(file -> file.substring(0, file.length() - HTML.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BrowserException("could not list MiniWoB's tasks in " + folder + ": " + e, e);
        }
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return folder(options).map(MiniwobSource::names).orElse(List.of()).stream()
                .filter(name -> split.isEmpty() || split.equals("miniwob"))
                .map(name -> BrowserTasks.described(prefix() + name, "Do what the page asks for.", Map.of()));
    }
}
