package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counts words of the sources: names of classes, and how Javadoc begins. CONTRIBUTING.md has the rules. */
class WordsTest {

    private static final Pattern WORD = Pattern.compile("[A-Z][a-z0-9]*|[A-Z]+(?![a-z])");
    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*\\s*(?:\\*\\s*)?(.*?)\\*/");
    private static final Pattern QUESTION =
            Pattern.compile("^(What|Whether|How|Where|Which|Who|As)\\b.*", Pattern.DOTALL);
    private static final Pattern RIDDLE = Pattern.compile(
            "\\bwhere (there (is|are|was|were) (none|no|one|any)|it (has|is|was|can|does|wants|needs)|none)\\b");

    private static final double MAX_ONE_WORD_SHARE = 0.08;
    private static final double MAX_QUESTION_SHARE = 0.03;
    private static final int MAX_RIDDLES = 20;

    private static List<Path> sources() {
        List<Path> files = new ArrayList<>();
        for (Path module : Checkout.modules()) {
            Path main = module.resolve("src/main/java");
            if (Files.isDirectory(main)) {
                try (Stream<Path> all = Files.walk(main)) {
                    all.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java"))
                            .forEach(files::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        assertThat(files).hasSizeGreaterThan(1000);
        return files;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    @Test
    void noTwoClassesHaveTheSameName() {
        Map<String, List<Path>> byName = new TreeMap<>();
        sources()
                .forEach(file -> byName.computeIfAbsent(name(file), any -> new ArrayList<>())
                        .add(file));
        byName.values().removeIf(files -> files.size() == 1);
        assertThat(byName).isEmpty();
    }

    @Test
    void mostNamesHaveTwoWordsOrMore() {
        List<Path> files = sources();
        List<String> oneWord = files.stream()
                .map(WordsTest::name)
                .filter(name -> WORD.matcher(name).results().count() <= 1)
                .sorted()
                .toList();
        assertThat(oneWord)
                .as("names of one word, which only the nouns of the API and of algebra have")
                .hasSizeLessThanOrEqualTo((int) (files.size() * MAX_ONE_WORD_SHARE));
    }

    @Test
    void javadocBeginsWithAVerbOrANoun() throws IOException {
        int all = 0;
        List<String> questions = new ArrayList<>();
        List<String> riddles = new ArrayList<>();
        for (Path file : sources()) {
            for (String comment : JAVADOC.matcher(Files.readString(file))
                    .results()
                    .map(found -> found.group(1)
                            .replaceAll("\\n\\s*\\*", " ")
                            .replaceAll("\\s+", " ")
                            .strip())
                    .toList()) {
                all++;
                String shown = name(file) + ": " + comment.substring(0, Math.min(comment.length(), 80));
                if (QUESTION.matcher(comment).matches()) {
                    questions.add(shown);
                }
                RIDDLE.matcher(comment).results().forEach(any -> riddles.add(shown));
            }
        }
        assertThat(questions)
                .as("Javadoc that begins with What, Whether, How, Where, Which, Who or As")
                .hasSizeLessThanOrEqualTo((int) (all * MAX_QUESTION_SHARE));
        assertThat(riddles)
                .as("Javadoc with 'where there is none' and the like")
                .hasSizeLessThanOrEqualTo(MAX_RIDDLES);
    }
}
