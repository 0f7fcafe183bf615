package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.RoomsTest.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table and the picture in {@code docs/architecture.md} show the modules and rooms that there are. */
class ArchitecturePageTest {

    private static final Path DOCS = Checkout.REAL.resolve("docs");

    /** A row of the table of modules: name, rooms, what it holds, what it may use. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `guerdon-(?<module>[\\w-]+)` \\|(?<rooms>[^|]*)\\|[^|]+\\|(?<uses>[^|]*)\\|$");

    private static final Pattern WORD = Pattern.compile("\\w+(?:\\.\\w+)*");

    private static final String EVERY = "every module but spark";
    private static final String PLANNED = "(planned)";

    /** The rows of the table by the module's package. */
    private static Map<String, MatchResult> rows() throws IOException {
        return ROW.matcher(Files.readString(DOCS.resolve("architecture.md")))
                .results()
                .collect(Collectors.toMap(
                        row -> row.group("module").replace("-", ""), row -> row, (one, two) -> one, TreeMap::new));
    }

    /** The rooms of what is published; the benchmarks are a program of their own. */
    private static Stream<Room> rooms() {
        return RoomsTest.rooms().filter(room -> !room.module().equals("benchmarks"));
    }

    private static Set<String> words(String cell) {
        return WORD.matcher(cell).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theTableSaysWhatEachModuleMayUse() throws IOException {
        Map<String, Set<String>> told = new TreeMap<>();
        rows().forEach((module, row) ->
                told.put(module, row.group("uses").strip().equals(EVERY) ? others(module) : words(row.group("uses"))));
        assertThat(told)
                .as("'may use' in the table of docs/architecture.md, against MODULES in ArchitectureTest")
                .isEqualTo(ArchitectureTest.MODULES);
    }

    private static Set<String> others(String module) {
        Set<String> others = new TreeSet<>(ArchitectureTest.MODULES.keySet());
        others.removeAll(Set.of(module, "spark"));
        return others;
    }

    @Test
    void theTableNamesTheRoomsThatThereAre() throws IOException {
        Map<String, Set<String>> told = new TreeMap<>();
        rows().forEach((module, row) -> {
            if (!row.group("rooms").strip().equals(PLANNED)) {
                told.put(module, words(row.group("rooms")));
            }
        });
        Map<String, Set<String>> found = new TreeMap<>();
        rooms().forEach(room -> {
            Set<String> rooms = found.computeIfAbsent(room.module(), module -> new TreeSet<>());
            if (!room.name().isEmpty()) {
                rooms.add(room.name());
            }
        });
        assertThat(told)
                .as("'rooms' in the table of docs/architecture.md, against the packages in the sources")
                .isEqualTo(found);
    }

    @Test
    void thePictureShowsTheRoomsThatThereAre() throws IOException {
        String drawn = new RoomsPicture(ArchitectureTest.MODULES, rooms().toList()).draw();
        Path file = DOCS.resolve("rooms.svg");
        String kept = Files.exists(file) ? Files.readString(file).replace("\r\n", "\n") : "";
        if (!kept.equals(drawn)) {
            Path fresh = Files.writeString(Checkout.REAL.resolve("cli/target/rooms.svg"), drawn);
            assertThat(kept)
                    .as("docs/rooms.svg shows other rooms than there are; look at %s and copy it there", fresh)
                    .isEqualTo(drawn);
        }
    }
}
