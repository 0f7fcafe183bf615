package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds what a room must be: small and introduced. Looks at the sources of every module. */
class RoomsTest {

    private static final int MOST_FILES = 30;
    private static final int FEWEST_WORDS = 15;

    /** The sentence of a package-info that says which rooms of its module a room uses. */
    private static final Pattern USES = Pattern.compile("Uses (?:no other room|every room|(?<rooms>[^.]*))\\.");

    private static final Pattern CODE = Pattern.compile("\\{@code (\\w+(?:\\.\\w+)*)}");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?dev\\.guerdon\\.([\\w.]+?)\\.[A-Z]");

    /** A package of a module. */
    record Room(String module, String name, Path folder) {

        List<Path> files() {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> file.toString().endsWith(".java")).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return name.isEmpty() ? module : module + "." + name;
        }
    }

    static Stream<Room> rooms() {
        return Checkout.modules().stream()
                .map(module -> module.resolve("src/main/java/dev/guerdon"))
                .filter(Files::isDirectory)
                .flatMap(RoomsTest::rooms);
    }

    private static Stream<Room> rooms(Path base) {
        try (Stream<Path> folders = Files.walk(base)) {
            return folders
                    .filter(Files::isDirectory)
                    .filter(folder -> folder.getNameCount() > base.getNameCount())
                    .map(folder -> {
                        Path below = base.relativize(folder);
                        String module = below.getName(0).toString();
                        String name = below.getNameCount() == 1
                                ? ""
                                : below.subpath(1, below.getNameCount())
                                        .toString()
                                        .replace('/', '.');
                        return new Room(module, name, folder);
                    })
                    .filter(room -> !room.files().isEmpty())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomHasAtMostThirtyFiles(Room room) {
        assertThat(room.files())
                .as("files in %s; one concern a room: split it along its subjects", room)
                .hasSizeLessThanOrEqualTo(MOST_FILES);
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomSaysWhatLivesThereAndWhatItUses(Room room) {
        Path file = room.folder().resolve("package-info.java");
        assertThat(file).as("the introduction of %s", room).exists();
        String text = read(file);
        String comment = text.substring(0, Math.max(0, text.indexOf("*/")))
                .replaceAll("(?m)^\\s*(/\\*\\*|\\*)", "")
                .replaceAll("\\s+", " ")
                .strip();
        assertThat(comment.split(" ", -1))
                .as("words in the introduction of %s; say in a paragraph what lives there", room)
                .hasSizeGreaterThanOrEqualTo(FEWEST_WORDS);
        Set<String> used = used(room);
        Set<String> siblings = siblings(room);
        if (room.name().isEmpty() && siblings.isEmpty()) {
            return;
        }
        var sentence = USES.matcher(comment);
        assertThat(sentence.find())
                .as("a sentence 'Uses {@code room} and ...' in the introduction of %s, which uses %s", room, used)
                .isTrue();
        if (sentence.group().equals("Uses every room.")) {
            return;
        }
        Set<String> said = sentence.group("rooms") == null
                ? Set.of()
                : CODE.matcher(sentence.group("rooms"))
                        .results()
                        .map(MatchResult.class::cast)
                        .map(each -> each.group(1))
                        .filter(siblings::contains)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(said)
                .as("the rooms that the introduction of %s says it uses, against its imports", room)
                .containsExactlyElementsOf(used);
    }

    /** The rooms of the same module that the sources of a room import. */
    static Set<String> used(Room room) {
        Set<String> used = new TreeSet<>();
        for (Path file : room.files()) {
            IMPORT.matcher(read(file)).results().forEach(found -> {
                String name = found.group(1);
                if (name.startsWith(room.module() + ".")) {
                    used.add(name.substring(room.module().length() + 1));
                }
            });
        }
        used.remove(room.name());
        return used;
    }

    private static Set<String> siblings(Room room) {
        return rooms().filter(other ->
                        other.module().equals(room.module()) && !other.name().isEmpty())
                .map(Room::name)
                .filter(name -> !name.equals(room.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
