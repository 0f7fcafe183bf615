package dev.guerdon.sql;

import dev.guerdon.sql.SqlLexer.Word;
import java.util.List;
import java.util.Set;

/**
 * The words of a statement: enough to say what kind of statement it is before it is compiled.
 *
 * <p>The driver offers no authorizer. So a statement is refused here unless it is one query, and what passes runs on a connection
 * that cannot write, attach or load, in a process of its own.
 */
final class StatementWords {

    private static final Set<String> QUERIES = Set.of("select", "with", "values");
    private static final Set<String> CHANGES =
            Set.of("insert", "update", "delete", "replace", "create", "drop", "alter");

    /** Kind of a statement. */
    enum Kind {
        /** Nothing: white space and comments. */
        EMPTY,
        QUERY,
        /** A pragma that only looks at the schema, or a query that is explained and not run. */
        LOOK,
        CHANGE,
        OTHER
    }

    private final List<Word> words;
    private final String problem;

    private StatementWords(SqlLexer lexer) {
        this.words = lexer.words();
        this.problem = lexer.problem().isEmpty() && hasSecond(words) ? "more than one statement" : lexer.problem();
    }

    static StatementWords of(String sql) {
        return new StatementWords(new SqlLexer(sql));
    }

    /** One semicolon may end it. */
    private static boolean hasSecond(List<Word> words) {
        boolean begun = false;
        boolean ended = false;
        for (Word word : words) {
            if (ended) {
                return true;
            }
            ended = begun && word.is(";");
            begun |= !word.is(";");
        }
        return false;
    }

    /** Returns why it must not run, empty where it may. */
    String problem() {
        return problem;
    }

    List<Word> words() {
        return words;
    }

    Kind kind() {
        int first = 0;
        while (first < words.size() && words.get(first).is(";")) {
            first++;
        }
        if (first == words.size()) {
            return Kind.EMPTY;
        }
        String word = keyword(first);
        if (QUERIES.contains(word) || words.get(first).is("(")) {
            return Kind.QUERY;
        }
        if (word.equals("explain")) {
            int next = keyword(first + 1).equals("query") ? first + 3 : first + 1;
            return QUERIES.contains(keyword(next)) ? Kind.LOOK : Kind.OTHER;
        }
        if (word.equals("pragma")) {
            boolean looks = first + 1 < words.size()
                    && AllowedNames.PRAGMAS_THAT_LOOK.contains(
                            words.get(first + 1).text());
            return looks && words.stream().noneMatch(each -> each.is("=")) ? Kind.LOOK : Kind.OTHER;
        }
        return CHANGES.contains(word) ? Kind.CHANGE : Kind.OTHER;
    }

    private String keyword(int index) {
        return index < words.size() ? words.get(index).keyword() : "";
    }

    /** Returns whether the rows are ordered by the outermost query: an ORDER BY outside of all brackets and texts. */
    boolean isOrdered() {
        int depth = 0;
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            depth += word.is("(") ? 1 : word.is(")") ? -1 : 0;
            if (depth == 0 && word.keyword().equals("order") && keyword(i + 1).equals("by")) {
                return true;
            }
        }
        return false;
    }
}
