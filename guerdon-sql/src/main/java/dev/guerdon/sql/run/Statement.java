package dev.guerdon.sql.run;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The words of a statement, read as SQLite reads them: enough to say what kind of statement it is before it is compiled.
 *
 * <p>The driver offers no authorizer. So a statement is refused here unless it is one query, and what passes runs on a connection
 * that cannot write, attach or load.
 */
@Internal
public final class Statement {

    /** Functions of the driver's own that take memory beyond SQLite's limits, or reach beyond the database. */
    private static final Set<String> FORBIDDEN = Set.of(
            "replicate",
            "padl",
            "padr",
            "padc",
            "load_extension",
            "fts3_tokenizer",
            "strfilter",
            "sqlite_log",
            "readfile",
            "writefile",
            "edit",
            "fsdir",
            "zipfile");

    private static final Set<String> QUERIES = Set.of("select", "with", "values");
    private static final Set<String> CHANGES =
            Set.of("insert", "update", "delete", "replace", "create", "drop", "alter");
    private static final Set<String> LOOKS = Set.of(
            "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list");

    /** What a statement wants. */
    @Internal
    public enum Kind {
        /** Nothing: white space and comments. */
        EMPTY,
        QUERY,
        /** A pragma that only looks at the schema, or a statement that is explained and not run. */
        LOOK,
        CHANGE,
        OTHER
    }

    /** One word: a name, a quoted name or a sign, in lower case; a text in quotes is {@code '}. */
    private record Word(String text, boolean name) {}

    private final String sql;
    private final List<Word> words = new ArrayList<>();
    private String problem = "";

    private Statement(String sql) {
        this.sql = sql;
        read();
    }

    public static Statement of(String sql) {
        return new Statement(sql);
    }

    /** Why it must not run, empty where it may. */
    public String problem() {
        return problem;
    }

    public Kind kind() {
        if (words.isEmpty()) {
            return Kind.EMPTY;
        }
        String first = words.getFirst().text;
        if (QUERIES.contains(first) || first.equals("(")) {
            return Kind.QUERY;
        }
        if (first.equals("explain")) {
            return Kind.LOOK;
        }
        if (first.equals("pragma")) {
            boolean looks = words.size() > 1 && LOOKS.contains(words.get(1).text);
            return looks && words.stream().noneMatch(word -> word.text.equals("=")) ? Kind.LOOK : Kind.OTHER;
        }
        return CHANGES.contains(first) ? Kind.CHANGE : Kind.OTHER;
    }

    /** Whether the rows are ordered by the outermost query: an ORDER BY outside of all brackets and texts. */
    public boolean isOrdered() {
        int depth = 0;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).text;
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            if (depth == 0
                    && word.equals("order")
                    && i + 1 < words.size()
                    && words.get(i + 1).text.equals("by")) {
                return true;
            }
        }
        return false;
    }

    private void read() {
        int at = 0;
        int ended = -1;
        while (at < sql.length() && problem.isEmpty()) {
            int next = skip(at);
            if (next > at) {
                at = next;
                continue;
            }
            if (ended >= 0) {
                problem = "more than one statement";
                return;
            }
            char c = sql.charAt(at);
            if (c == ';') {
                ended = words.isEmpty() ? ended : at;
                at++;
            } else {
                at = word(at, c);
            }
        }
        for (int i = 0; i + 1 < words.size() && problem.isEmpty(); i++) {
            if (words.get(i).name && words.get(i + 1).text.equals("(") && FORBIDDEN.contains(words.get(i).text)) {
                problem = "no such function: " + words.get(i).text;
            }
        }
    }

    /** Behind a comment or white space that begins there; the same place where none does. */
    private int skip(int at) {
        char c = sql.charAt(at);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
            return at + 1;
        }
        if (sql.startsWith("--", at)) {
            int end = sql.indexOf('\n', at);
            return end < 0 ? sql.length() : end + 1;
        }
        if (sql.startsWith("/*", at) && at + 2 < sql.length()) {
            int end = sql.indexOf("*/", at + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        return at;
    }

    private int word(int at, char c) {
        if (c == 0) {
            problem = "a null character";
            return at;
        }
        if ("?:@$#".indexOf(c) >= 0) {
            problem = "a parameter, and no value for it";
            return at;
        }
        if (c == '\'') {
            return quoted(at, '\'', false);
        }
        if ("\"`[".indexOf(c) >= 0) {
            return quoted(at, c == '[' ? ']' : c, true);
        }
        if (isNamePart(c)) {
            int end = at + 1;
            while (end < sql.length() && (isNamePart(sql.charAt(end)) || sql.charAt(end) == '$')) {
                end++;
            }
            words.add(new Word(sql.substring(at, end).toLowerCase(Locale.ROOT), true));
            return end;
        }
        words.add(new Word(String.valueOf(c), false));
        return at + 1;
    }

    private int quoted(int at, char close, boolean name) {
        StringBuilder inside = new StringBuilder();
        for (int i = at + 1; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c != close) {
                inside.append(c);
            } else if (close != ']' && i + 1 < sql.length() && sql.charAt(i + 1) == close) {
                inside.append(c);
                i++;
            } else {
                words.add(new Word(name ? inside.toString().toLowerCase(Locale.ROOT) : "'", true));
                return i + 1;
            }
        }
        problem = "a quote is not closed";
        return sql.length();
    }

    private static boolean isNamePart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c > 127;
    }
}
