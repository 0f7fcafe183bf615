package dev.guerdon.browser;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.base.CacheFolder;
import dev.guerdon.base.FolderTree;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.benchmark.Download;
import dev.guerdon.browser.benchmark.QuestionFile;
import dev.guerdon.browser.benchmark.QuestionFile.Question;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Keeps AssistantBench's questions for {@code guerdon run assistantbench}: files that the user downloaded, or addresses of them. */
@Experimental
public final class AssistantBenchSetup {

    private static final List<String> ENDINGS = List.of(".jsonl", ".json", ".parquet");
    private static final int DEEPEST = 4;

    private final BenchmarkFolder kept;
    private final Catalogue formats;
    private final boolean mayFetch;
    private final Consumer<String> progress;

    AssistantBenchSetup(BenchmarkFolder kept, Catalogue formats, boolean mayFetch, Consumer<String> progress) {
        this.kept = kept;
        this.formats = formats;
        this.mayFetch = mayFetch;
        this.progress = progress;
    }

    /**
     * Sets AssistantBench up.
     *
     * @param formats has the formats that files may have
     * @param from files, folders with files, or addresses; none to say what is here
     * @param progress gets a line for each thing that takes time, and for each line of a file that cannot be used
     * @return where things are, for the user
     */
    public static String setup(Catalogue formats, List<String> from, Consumer<String> progress) {
        return new AssistantBenchSetup(
                        BenchmarkFolder.ofThisUser(),
                        formats,
                        !Machine.thisOne().forbidsInstalling(),
                        progress)
                .run(from);
    }

    String run(List<String> from) {
        try {
            Path staged = Files.createTempDirectory("guerdon-assistantbench");
            try {
                List<Path> files = new ArrayList<>();
                for (String place : from) {
                    files.addAll(files(place, staged));
                }
                for (Path file : files) {
                    keep(file);
                }
            } finally {
                FolderTree.delete(staged);
            }
        } catch (IOException e) {
            throw new BrowserException(
                    "could not keep AssistantBench's questions in " + kept.assistantBench() + ": " + e, e);
        }
        return summary();
    }

    private List<Path> files(String place, Path staged) throws IOException {
        if (Download.isAddress(place)) {
            if (!mayFetch) {
                throw new BrowserException(Machine.INSTALL_VARIABLE + "=no forbids to fetch " + place
                        + "; download the file by hand and give its path, or unset the variable");
            }
            progress.accept("fetching " + place);
            return List.of(Download.into(staged, place));
        }
        Path path = Path.of(place);
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path, DEEPEST)) {
            List<Path> found = all.filter(file -> Files.isRegularFile(file) && ENDINGS.contains(ending(file)))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new BrowserException("expected AssistantBench's questions (.jsonl or .parquet) in the folder "
                        + path + ", found none");
            }
            return found;
        }
    }

    /** A file with golds is the validation split's; one without any is the test split's. */
    private void keep(Path file) throws IOException {
        List<Question> questions = QuestionFile.read(file, formats);
        questions.stream()
                .filter(Question::isBroken)
                .forEach(broken -> progress.accept("one question cannot be asked: " + broken.problem()));
        String split = questions.stream().allMatch(question -> question.gold().isEmpty()) ? "test" : "validation";
        CacheFolder.writable(kept.assistantBench());
        Path target = kept.assistantBench().resolve(split + ending(file));
        Path staged = kept.assistantBench().resolve("new-" + split + ending(file));
        Files.copy(file, staged, StandardCopyOption.REPLACE_EXISTING);
        for (String other : ENDINGS) {
            if (!other.equals(ending(file))) {
                Files.deleteIfExists(kept.assistantBench().resolve(split + other));
            }
        }
        Files.move(staged, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String ending(Path file) {
        String name = Objects.requireNonNull(file.getFileName()).toString().toLowerCase(Locale.ROOT);
        return ENDINGS.stream().filter(name::endsWith).findFirst().orElse(".jsonl");
    }

    private String summary() {
        Optional<Path> validation = kept.questions("validation");
        Optional<Path> test = kept.questions("test");
        if (validation.isEmpty() && test.isEmpty()) {
            throw new BrowserException(
                    "AssistantBench's questions are not here. Download them from the page of the data set"
                            + " on its hub (JSON lines or Parquet), and give the files: guerdon setup assistantbench --from FILE");
        }
        return "AssistantBench: "
                + validation
                        .map(file -> count(file) + " validation questions are at " + file)
                        .orElse("no validation questions")
                + ", "
                + test.map(file -> count(file) + " test questions at " + file).orElse("no test questions");
    }

    private long count(Path file) {
        return QuestionFile.read(file, formats).size();
    }
}
