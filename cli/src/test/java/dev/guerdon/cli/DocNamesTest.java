package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Classes and packages that the documentation names are there.
 *
 * <p>A name counts if it stands in backticks and looks like ours: {@code dev.guerdon...}, a room and a class such as {@code
 * core.Scorer}, or a name of two words or more such as {@code ScoreJob}. The last may also be a class of the JDK, or of the page's
 * own examples. Names from elsewhere stand without backticks.
 */
class DocNamesTest {

    private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern QUALIFIED = Pattern.compile("dev\\.guerdon((?:\\.[a-z]\\w*)+)((?:\\.[A-Z]\\w*)*)");
    private static final Pattern IN_ROOM = Pattern.compile("([a-z]+(?:\\.[a-z]+)*)\\.([A-Z][a-z]\\w*)(?:\\W.*)?");
    private static final Pattern TWO_WORDS = Pattern.compile("@?((?:[A-Z][a-z0-9]+){2,})(?:[.(<].*)?");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w*)");

    /** Sources by their path below {@code dev/guerdon}, such as {@code lab/report/Summary}. */
    private static final Set<String> SOURCES = new TreeSet<>();

    /** Simple names of Guerdon's types, nested ones and tests included, and of the JDK's. */
    private static final Set<String> TYPES = new HashSet<>();

    @BeforeAll
    static void readSources() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path module : Checkout.modules()) {
            for (String folder : List.of("src/main/java", "src/test/java")) {
                if (Files.isDirectory(module.resolve(folder))) {
                    try (Stream<Path> below = Files.walk(module.resolve(folder))) {
                        below.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
                    }
                }
            }
        }
        for (Path file : files) {
            String path = file.toString().replace('\\', '/');
            SOURCES.add(path.substring(path.lastIndexOf("/dev/guerdon/") + "/dev/guerdon/".length())
                    .replaceFirst("\\.java$", ""));
            TYPES.addAll(declared(Files.readString(file)));
        }
        try (Stream<Path> classes =
                Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base", "java"))) {
            classes.map(file -> Objects.requireNonNull(file.getFileName()).toString())
                    .filter(name -> name.endsWith(".class"))
                    .forEach(name -> TYPES.add(name.replaceFirst("\\.class$", "")));
        }
    }

    private static Set<String> declared(String text) {
        return DECLARED.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    @TestFactory
    Stream<DynamicTest> everyNameLeadsToSomething() throws IOException {
        List<Path> pages =
                new ArrayList<>(List.of(Checkout.REAL.resolve("README.md"), Checkout.REAL.resolve("CONTRIBUTING.md")));
        try (Stream<Path> docs = Files.walk(Checkout.REAL.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages.stream()
                .map(page -> DynamicTest.dynamicTest(
                        Checkout.REAL.relativize(page).toString(),
                        () -> assertThat(unknown(Files.readString(page)))
                                .as("names in %s that no class or package has; did it move, or get another name?", page)
                                .isEmpty()));
    }

    @Test
    void aNameThatMovedIsFound() {
        assertThat(unknown("`ScoreJob` `core.ScoreJob` `dev.guerdon.core.ScoreJob` `dev.guerdon.lab.spi`"
                        + " `SafeFetch.get(x)` `@NoSuchThing` `core.worker.ScoreJob`"
                        + " `dev.guerdon.core.base.ScoreJob` `dev.guerdon.attic` `ArrayList<T>` `OwnReward`"
                        + " `lines.jsonl`\n"
                        + "```java\n"
                        + "class OwnReward {}\n"
                        + "```\n"))
                .containsExactlyInAnyOrder(
                        "NoSuchThing", "core.worker.ScoreJob", "dev.guerdon.core.base.ScoreJob", "dev.guerdon.attic");
    }

    private static Set<String> unknown(String page) {
        Set<String> own = FENCED.matcher(page)
                .results()
                .map(MatchResult::group)
                .flatMap(block -> declared(block).stream())
                .collect(Collectors.toSet());
        Set<String> unknown = new TreeSet<>();
        CODE.matcher(FENCED.matcher(page).replaceAll("")).results().forEach(span -> {
            String code = span.group(1);
            var inRoom = IN_ROOM.matcher(code);
            var words = TWO_WORDS.matcher(code);
            if (code.contains("dev.guerdon.")) {
                QUALIFIED
                        .matcher(code)
                        .results()
                        .filter(name -> !isThere(name.group(1), name.group(2)))
                        .forEach(name -> unknown.add(name.group()));
            } else if (inRoom.matches()) {
                if (isModuleOrRoom(inRoom.group(1)) && !isThere("." + inRoom.group(1), "." + inRoom.group(2))) {
                    unknown.add(inRoom.group(1) + "." + inRoom.group(2));
                }
            } else if (words.matches() && !TYPES.contains(words.group(1)) && !own.contains(words.group(1))) {
                unknown.add(words.group(1));
            }
        });
        return unknown;
    }

    /** Whether a package, or the type in it, exists; the package may be written from any of its parts on. */
    private static boolean isThere(String packageName, String types) {
        String folder = packageName.replace('.', '/');
        if (types.isEmpty()) {
            return SOURCES.stream().anyMatch(source -> ("/" + source).startsWith(folder + "/"));
        }
        String file = folder + "/" + types.split("\\.", -1)[1];
        return SOURCES.stream().anyMatch(source -> ("/" + source).endsWith(file));
    }

    private static boolean isModuleOrRoom(String packageName) {
        String first = packageName.split("\\.", -1)[0];
        return SOURCES.stream().anyMatch(source -> ("/" + source).contains("/" + first + "/"));
    }
}
