package dev.guerdon.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody else's {@code results.db}, whose schema calls functions: it is refused, and the process that opened it lives. */
class HostileRunTest {

    @TempDir
    Path folder;

    @BeforeEach
    void run() throws IOException {
        copyTo(folder);
    }

    private static void copyTo(Path folder) throws IOException {
        for (String name : List.of("results.db", "run.json")) {
            try (InputStream in =
                    Objects.requireNonNull(HostileRunTest.class.getResourceAsStream("schema-0/" + name))) {
                Files.write(folder.resolve(name), in.readAllBytes());
            }
        }
    }

    private static void change(Path folder, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("results.db"));
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Writes a schema that SQLite itself might refuse to make. */
    private static void plant(Path folder, String type, String name, String table, String sql, boolean instead)
            throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("results.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("pragma synchronous = off");
            statement.execute("pragma writable_schema = on");
            String change = instead
                    ? "update sqlite_master set type = ?1, tbl_name = ?3, sql = ?4,"
                            + " rootpage = iif(?1 in ('view', 'trigger'), 0, rootpage) where name = ?2"
                    : "insert into sqlite_master select ?1, ?2, ?3, iif(?1 in ('view', 'trigger'), 0, rootpage), ?4"
                            + " from sqlite_master where name = 'detail'";
            try (PreparedStatement prepared = connection.prepareStatement(change)) {
                prepared.setString(1, type);
                prepared.setString(2, name);
                prepared.setString(3, table);
                prepared.setString(4, sql);
                prepared.executeUpdate();
            }
        }
    }

    private List<Episode> episodes() {
        return episodes(folder);
    }

    private static List<Episode> episodes(Path folder) {
        try (Run run = new StoredRun(folder, RunFile.read(folder))) {
            run.metrics();
            return run.episodes();
        }
    }

    private void write() {
        RunInfo info = RunFile.read(folder);
        new StoredRunWriter(folder, info, none -> {}).close();
    }

    /** Ways to write a call so that a reading of words might miss it. */
    private static List<String> calls(String name) {
        List<String> calls = new ArrayList<>();
        for (String before : List.of("", "\uFEFF", "/**/", "--\n")) {
            calls.add(before + name);
        }
        calls.add("\"" + name + "\"");
        calls.add("[" + name + "]");
        calls.add("`" + name + "`/* ( */");
        calls.add(name.toUpperCase(java.util.Locale.ROOT) + "\f\r\n");
        return calls.stream().map(each -> each + "('aaaaaaaa',536870913)").toList();
    }

    /** The program that opens them; a crash is an exit code that the test sees. */
    static final class Opener {
        public static void main(String[] arguments) throws IOException, SQLException {
            Path folder = Path.of(arguments[0]);
            int opened = 0;
            List<String> names = new ArrayList<>();
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select distinct name from pragma_function_list"
                            + " union select name from pragma_module_list order by 1")) {
                while (row.next()) {
                    names.add(row.getString(1));
                }
            }
            for (String name : names) {
                for (String call : calls(name)) {
                    List<String> columns = Stream.of(
                                    Files.readString(Path.of(arguments[1])).split(",", -1))
                            .map(column -> call + " as " + column)
                            .toList();
                    copyTo(folder);
                    plant(
                            folder,
                            "view",
                            "episode",
                            "episode",
                            "create view episode as select " + String.join(", ", columns),
                            true);
                    try {
                        System.out.println("READ " + call + " " + episodes(folder));
                    } catch (LabException e) {
                        opened++;
                    }
                }
            }
            System.out.println(names.size() + " names, " + opened + " refused");
        }
    }

    @Test
    @Tag("slow")
    void everyFunctionOfTheDriverInAViewIsRefusedAndEndsNoProcess(@TempDir Path other) throws Exception {
        List<String> columns = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("results.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select name from pragma_table_info('episode')")) {
            while (row.next()) {
                columns.add(row.getString(1));
            }
        }
        Path list = Files.writeString(other.resolve("columns"), String.join(",", columns));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + other.resolve("crash.log"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opener.class.getName(),
                        folder.toString(),
                        list.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).doesNotContain("READ").matches("(?s)1[5-9]\\d names, 1[2-9]\\d\\d refused\\s*");
    }

    @Test
    void expressionsInTheSchemaAreRefusedWhenItIsReadAndWhenItIsWritten() throws Exception {
        String evil = "replicate('aaaaaaaa',536870913)";
        String table = "CREATE TABLE episode(id integer primary key, task text not null %s, unique(task, repeat %s))";
        Map<String, String[]> planted = new LinkedHashMap<>();
        planted.put(
                "generated", new String[] {"table", "episode", "episode", table.formatted("as (" + evil + ")", "")});
        planted.put("check", new String[] {"table", "episode", "episode", table.formatted("check(" + evil + ")", "")});
        planted.put(
                "default", new String[] {"table", "episode", "episode", table.formatted("default (" + evil + ")", "")});
        planted.put("collation", new String[] {"table", "episode", "episode", table.formatted("collate mine", "")});
        planted.put(
                "virtual",
                new String[] {"table", "episode", "episode", "CREATE VIRTUAL TABLE episode USING fts5(task)"});
        planted.put(
                "as select",
                new String[] {"table", "episode", "episode", "CREATE TABLE episode as select " + evil + " as task"});
        planted.put("trigger", new String[] {
            "trigger", "t", "episode", "CREATE TRIGGER t before insert on episode begin select " + evil + "; end"
        });
        planted.put("index", new String[] {"index", "i", "episode", "CREATE INDEX i on episode(" + evil + ")"});
        planted.put("partial", new String[] {"index", "i", "episode", "CREATE INDEX i on episode(task) where " + evil});
        planted.put("statistics", new String[] {
            "table",
            "sqlite_stat1",
            "sqlite_stat1",
            "CREATE TABLE sqlite_stat1(tbl as (" + evil + "), idx as (" + evil + "), stat as (" + evil + "), x)"
        });
        planted.put("child", new String[] {
            "table", "c", "c", "CREATE TABLE c(x, y as (" + evil + ") references episode(id) on delete cascade)"
        });
        planted.put("no view", new String[] {"table", "episode", "episode", "CREATE VIEW v as select 1 as task"});
        planted.put("garbage", new String[] {"table", "x", "x", "CREATE nothing"});
        for (Map.Entry<String, String[]> each : planted.entrySet()) {
            String[] what = each.getValue();
            copyTo(folder);
            plant(folder, what[0], what[1], what[2], what[3], what[1].equals("episode"));
            assertThatThrownBy(this::episodes).as(each.getKey()).isInstanceOf(LabException.class);
            assertThatThrownBy(this::write).as(each.getKey()).isInstanceOf(LabException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create index mine on episode(domain, reward desc)",
                "create view best as select * from episode where reward > 0.9",
                "create view episodes as select replicate('a', 3) as task",
                "create table notes(task text primary key, note text)",
                "analyze"
            })
    void whatPeopleAddToLookThingsUpIsLeftAlone(String added) throws Exception {
        List<Episode> before = episodes();
        change(folder, added);
        assertThat(episodes()).isEqualTo(before);
        write();
        assertThat(episodes()).isEqualTo(before);
    }

    @Test
    void refusalNamesWhatIsInTheFileAndWhatToDo() throws Exception {
        change(folder, "create trigger watch after insert on episode begin select 1; end");

        assertThatThrownBy(this::episodes)
                .hasMessageContaining("the trigger 'watch'")
                .hasMessageContaining("drop trigger");
    }

    /** SQLite deletes the file that a journal names as its super-journal, once it has taken the journal over. */
    @Test
    void journalCannotDeleteAFile(@TempDir Path other) throws IOException {
        Path mine = Files.writeString(other.resolve("precious.txt"), "nothing\0");
        byte[] name = mine.toString().getBytes(StandardCharsets.UTF_8);
        byte[] magic = HexFormat.of().parseHex("d9d505f920a163d7");
        int sum = 0;
        for (byte each : name) {
            sum += each;
        }
        ByteBuffer journal = ByteBuffer.allocate(512 + 4 + name.length + 4 + 4 + 8);
        journal.put(magic)
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .putInt(512)
                .putInt(4096)
                .position(512);
        journal.putInt(0).put(name).putInt(name.length).putInt(sum).put(magic);
        Files.write(folder.resolve("results.db-journal"), journal.array());

        assertThatThrownBy(this::episodes).isInstanceOf(LabException.class).hasMessageContaining("journal");
        assertThat(mine).exists();
    }
}
