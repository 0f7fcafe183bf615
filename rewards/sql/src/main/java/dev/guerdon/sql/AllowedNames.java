package dev.guerdon.sql;

import dev.guerdon.sql.SqlLexer.Word;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * The functions, table-valued functions and pragmas that SQL of others may name.
 *
 * <p>Allowed are SQLite's own, which stay within its limits. The driver adds functions that do not, and parts of SQLite, such as the
 * full-text search, bring some that reach into the process. Of a name in front of a bracket, the driver itself says whether it is a
 * function: it may also be a table, a type or a common table expression.
 */
final class AllowedNames {

    private static final Set<String> FUNCTIONS = words("""
            abs changes char coalesce concat concat_ws format glob hex if ifnull iif instr last_insert_rowid length like likelihood likely
            lower ltrim match max min nullif octet_length printf quote random randomblob replace round rtrim sign soundex sqlite_version
            substr substring total_changes trim typeof unhex unicode unistr unistr_quote unlikely upper zeroblob
            avg count group_concat median percentile percentile_cont percentile_disc string_agg sum total
            cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
            current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch
            acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians
            sin sinh sqrt tan tanh trunc
            -> ->> json json_array json_array_insert json_array_length json_error_position json_extract json_group_array json_group_object
            json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid
            jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object
            jsonb_patch jsonb_remove jsonb_replace jsonb_set json_each json_tree jsonb_each jsonb_tree""");

    static final Set<String> PRAGMAS_THAT_LOOK =
            words("table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list");

    /** What programs that write a database as statements put in front, and what does no more than they mean. */
    private static final Set<String> PRAGMAS_OF_SCRIPTS = words("""
            application_id auto_vacuum cache_size case_sensitive_like defer_foreign_keys encoding foreign_key_check foreign_keys
            journal_mode legacy_alter_table page_size recursive_triggers secure_delete synchronous user_version""");

    private static final Set<String> BEGINNINGS_OF_STATEMENTS = words("""
            alter analyze begin commit create delete drop end explain insert pragma reindex release replace rollback savepoint select
            update values with""");

    private static final String PRAGMA_TABLE = "pragma_";

    /** After these comes the name of a table, and never a function. */
    private static final Set<String> BEFORE_A_TABLE = Set.of("table", "into", "references", "exists");

    /** After these SQLite takes a text for the name of a table. */
    private static final Set<String> BEFORE_A_SOURCE = Set.of("from", "join", "in", ",", ".", "(");

    private static @Nullable AllowedNames ofDriver;

    private final Set<String> functions;
    private final Set<String> modules;

    private AllowedNames(Set<String> functions, Set<String> modules) {
        this.functions = functions;
        this.modules = modules;
    }

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+", -1));
    }

    /** Returns what this driver has. */
    static synchronized AllowedNames of(SQLiteConnection connection) throws SQLException {
        if (ofDriver == null) {
            Set<String> modules = names(connection, "pragma_module_list");
            modules.removeAll(FUNCTIONS);
            ofDriver = new AllowedNames(names(connection, "pragma_function_list"), modules);
        }
        return ofDriver;
    }

    private static Set<String> names(SQLiteConnection connection, String table) throws SQLException {
        Set<String> names = new HashSet<>();
        try (java.sql.Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select lower(name) from " + table)) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        return names;
    }

    /** Returns why the words of a statement, of a script or of a stored schema must not run; empty if they may. */
    String problem(List<Word> words) {
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            String before = i == 0 ? "" : words.get(i - 1).text();
            boolean called = i + 1 < words.size() && words.get(i + 1).is("(");
            boolean table = word.isName() || (word.shape() == SqlLexer.Shape.TEXT && BEFORE_A_SOURCE.contains(before));
            if (table && isForbiddenTable(SqlLexer.lowerCase(word.text()))) {
                return "the table-valued function or module " + word.text() + " may not be used";
            }
            if (called
                    && word.isName()
                    && functions.contains(word.text())
                    && !FUNCTIONS.contains(word.text())
                    && !(i > 0 && BEFORE_A_TABLE.contains(words.get(i - 1).keyword()))) {
                return "the function " + word.text() + " may not be used";
            }
        }
        return "";
    }

    private boolean isForbiddenTable(String name) {
        return modules.contains(name)
                || (name.startsWith(PRAGMA_TABLE)
                        && !PRAGMAS_THAT_LOOK.contains(name.substring(PRAGMA_TABLE.length())));
    }

    /** Returns why a script that makes a database must not run; empty if it may. */
    String problemOfScript(String script) {
        SqlLexer lexer = new SqlLexer(script);
        if (!lexer.problem().isEmpty()) {
            return lexer.problem();
        }
        List<Word> words = lexer.words();
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            boolean first = i == 0 || words.get(i - 1).is(";");
            if (first && !word.is(";") && !BEGINNINGS_OF_STATEMENTS.contains(word.keyword())) {
                return "a statement that begins with " + word.text() + " may not be used";
            }
            if (word.keyword().equals("virtual")
                    && i > 0
                    && words.get(i - 1).keyword().equals("create")) {
                return "virtual tables may not be used";
            }
            boolean pragma = word.keyword().equals("pragma")
                    && (first || words.get(i - 1).keyword().equals("explain"));
            if (pragma && i + 1 < words.size()) {
                int at = i + 3 < words.size() && words.get(i + 2).is(".") ? i + 3 : i + 1;
                String name = words.get(at).text();
                if (!PRAGMAS_OF_SCRIPTS.contains(name) && !PRAGMAS_THAT_LOOK.contains(name)) {
                    return "the pragma " + name + " may not be used";
                }
            }
        }
        return problem(words);
    }
}
