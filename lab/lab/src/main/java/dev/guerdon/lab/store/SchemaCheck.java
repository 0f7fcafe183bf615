package dev.guerdon.lab.store;

import dev.guerdon.lab.spi.LabException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A comparison of a file's schema with what Guerdon writes.
 *
 * <p>A schema holds expressions: of views, triggers, constraints, generated columns and indices. SQLite evaluates them in this process
 * when their table is read or written, and the file may be somebody else's. So tables and indices may hold names, types and constants
 * and nothing else, which is true of every version of the run store, and of what people add to look things up. Views are never read.
 */
final class SchemaCheck {

    private static final Set<String> OURS = Set.of("episode", "detail");

    private static final String NAME = "(?:[a-z_][a-z0-9_]*+|\"[a-z_][a-z0-9_ ]*+\")";
    private static final String NAMES = "\\(" + NAME + "(?:," + NAME + ")*+\\)";
    private static final String COLUMN =
            "(?!(?:unique|primary key)\\()" + NAME + "(?: (?:integer|int|text|real|blob|any)\\b)?"
                    + "(?: primary key(?: autoincrement)?| not null| unique| default -?[0-9.]++)*+";
    private static final String REFERENCE = "(?: references episode\\(id\\))?";

    private static final Pattern TABLE = pattern("create table " + NAME + "\\(" + COLUMN + REFERENCE + "(?:," + COLUMN
            + ")*+(?:,(?:unique|primary key)" + NAMES + ")*+\\)(?: ?strict| ?without rowid)?");

    private static final Pattern INDEX = pattern("create (?:unique )?index " + NAME + " on " + NAME + "\\(" + NAME
            + "(?: asc| desc)?(?:," + NAME + "(?: asc| desc)?)*+\\)");

    private static final Pattern VIEW = pattern("create view .*+");

    private static final Pattern BLANKS = Pattern.compile("[ \\t\\n\\f\\r]++");
    private static final Pattern AROUND_SIGNS = Pattern.compile(" ?([(),]) ?");

    /** Far more than the text of a table of ours. */
    private static final int MAX_TEXT = 20_000;

    private SchemaCheck() {}

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    /**
     * Refuses a file in which reading or writing an episode could evaluate an expression.
     *
     * @throws LabException if the schema holds something that Guerdon does not write
     */
    static void require(Connection connection, Path file) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select type, name, sql from main.sqlite_master")) {
            while (row.next()) {
                String text = row.getString(3);
                String name = String.valueOf(row.getString(2));
                if (text != null && !isHarmless(name, text)) {
                    throw new LabException(file + " has the " + row.getString(1) + " '" + name
                            + "' with expressions or a form that no version of Guerdon writes, so it is not read. If the run is"
                            + " somebody else's, ask where it comes from; if you added it, remove it (sqlite3 "
                            + file.getFileName() + " 'drop " + row.getString(1) + " ...')");
                }
            }
        }
    }

    private static boolean isHarmless(String name, String text) {
        if (text.length() > MAX_TEXT) {
            return false;
        }
        String plain = AROUND_SIGNS
                .matcher(BLANKS.matcher(text.strip()).replaceAll(" "))
                .replaceAll("$1");
        return TABLE.matcher(plain).matches()
                || INDEX.matcher(plain).matches()
                || (VIEW.matcher(plain).matches() && !OURS.contains(name.toLowerCase(Locale.ROOT)));
    }
}
