package dev.guerdon.sql.run;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.sql.rows.RowEquality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a gold and a predicted query, each on a fresh copy. */
@Internal
public final class Execution {

    private static final Pattern THIS_YEAR =
            Pattern.compile("YEAR\\s*+\\(\\s*+CURDATE\\s*+\\(\\s*+\\)\\s*+\\)\\s*+", Pattern.CASE_INSENSITIVE);

    private Execution() {}

    /**
     * What the two evaluators say.
     *
     * @param testSuite 1 or 0, null where the gold query fails
     * @param bird the same for BIRD, null where the gold query fails there
     * @param birdError which query failed there
     */
    @Internal
    public record Verdicts(
            @Nullable Integer testSuite,
            @Nullable Integer bird,
            @Nullable String birdError,
            String goldError) {}

    /** A database of a task. */
    @Internal
    public record Base(String name, Source source) {

        /** What a query gives on a fresh copy. */
        public Outcome read(String sql) {
            try (Database database = Database.open(source, Limits.DEFAULT)) {
                return database.read(sql);
            } catch (SQLException e) {
                throw new UnscoredException(
                        Score.Reason.MISSING_FIELD, "the database " + name + " cannot be read: " + e.getMessage());
            }
        }
    }

    /** The databases of scripts, files and folders. */
    public static List<Base> databases(List<String> scripts, List<String> paths) {
        List<Base> databases = new ArrayList<>();
        for (String script : scripts) {
            databases.add(new Base("of 'ddl'", script(script)));
        }
        for (String path : paths) {
            for (Path file : files(path)) {
                try {
                    databases.add(new Base(file.toString(), Source.file(file)));
                } catch (IOException e) {
                    throw new UnscoredException(
                            Score.Reason.MISSING_FIELD, "the database " + file + " cannot be read: " + e.getMessage());
                }
            }
        }
        return databases;
    }

    private static List<Path> files(String path) {
        Path given = Path.of(path);
        if (!Files.isDirectory(given)) {
            return List.of(given);
        }
        try (Stream<Path> all = Files.list(given)) {
            return all.filter(file -> file.getFileName().toString().endsWith(".sqlite"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UnscoredException(
                    Score.Reason.MISSING_FIELD, "the folder " + path + " cannot be read: " + e.getMessage());
        }
    }

    private static Source script(String script) {
        try {
            return Source.script(script);
        } catch (SQLException e) {
            throw new UnscoredException(
                    Score.Reason.MISSING_FIELD, "the statements of 'ddl' make no database: " + e.getMessage());
        }
    }

    /** The query of a response: its last fenced block, or all of it. */
    public static String query(String response) {
        String found = response;
        int open = response.indexOf("```");
        while (open >= 0) {
            int line = response.indexOf('\n', open);
            int close = line < 0 ? -1 : response.indexOf("```", line);
            if (close < 0) {
                return line < 0 ? found : response.substring(line + 1);
            }
            found = response.substring(line + 1, close);
            open = response.indexOf("```", close + 3);
        }
        return found;
    }

    /** Both verdicts, as the two evaluators give them. */
    public static Verdicts both(String ddl, String gold, String predicted, long cells) {
        Source source = script(ddl);
        Base base = new Base("of 'ddl'", source);
        String right = postprocessed(gold);
        Outcome goldOutcome = base.read(year(right));
        Outcome outcome = base.read(year(postprocessed(predicted)));
        Integer testSuite = null;
        if (!goldOutcome.failed()) {
            testSuite = !outcome.failed()
                            && sameRows(
                                    goldOutcome,
                                    outcome,
                                    right.toLowerCase(Locale.ROOT).contains("order by"),
                                    cells)
                    ? 1
                    : 0;
        }
        return bird(source, gold, predicted, testSuite, goldOutcome.error());
    }

    private static boolean sameRows(Outcome gold, Outcome given, boolean ordered, long cells) {
        try {
            return RowEquality.testSuite(gold.rows(), given.rows(), ordered, cells);
        } catch (RowEquality.BudgetSpent e) {
            return false;
        }
    }

    /** BIRD's port runs the gold query first, on the same database and for good: its changes are there for the prediction. */
    private static Verdicts bird(
            Source source, String gold, String predicted, @Nullable Integer testSuite, String goldError) {
        try (Database shared = Database.open(source, Limits.DEFAULT)) {
            Outcome right = shared.change(gold);
            if (right.failed()) {
                return new Verdicts(testSuite, null, "gold_sql_error", goldError);
            }
            Outcome given = shared.read(predicted);
            if (given.failed()) {
                return new Verdicts(testSuite, 0, "pred_sql_error", goldError);
            }
            return new Verdicts(testSuite, RowEquality.sameSet(right.rows(), given.rows()) ? 1 : 0, null, goldError);
        } catch (SQLException e) {
            throw new UnscoredException(Score.Reason.RESOURCE, "SQLite failed: " + e.getMessage());
        }
    }

    private static String postprocessed(String sql) {
        return sql.replace("> =", ">=").replace("< =", "<=").replace("! =", "!=");
    }

    private static String year(String sql) {
        return THIS_YEAR.matcher(sql).replaceAll("2020");
    }
}
