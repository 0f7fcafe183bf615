package dev.guerdon.sql;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.sql.RowEquality.BudgetSpent;
import dev.guerdon.sql.SampleQueries.Base;
import dev.guerdon.sql.SampleQueries.Comparison;
import dev.guerdon.sql.SampleQueries.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for SQL: equality of results as Spider's test suites and BIRD have it, and queries that run on SQLite.
 *
 * <p>Every query runs in another process, on a fresh copy in memory that cannot be written, attached to or extended, within limits. A
 * gold query that fails leaves the sample unscored.
 */
@Experimental
@Reward.Family("SQL")
final class SqlRewards {

    private static final Pattern THIS_YEAR =
            Pattern.compile("YEAR\\s*+\\(\\s*+CURDATE\\s*+\\(\\s*+\\)\\s*+\\)\\s*+", Pattern.CASE_INSENSITIVE);

    private SqlRewards() {}

    @Reward(
            value = "spider:result_eq",
            description = "1.0 where two results are the same in any order of columns, as Spider's test suites have it",
            example = """
                    {"gold":[[1,"a"]],"predicted":[["a",1]],"order_matters":false}""")
    static RewardResult spiderResult(Json gold, Json predicted, @Field.Default("false") boolean orderMatters) {
        List<List<@Nullable Object>> right = rows("gold", gold);
        Optional<List<List<@Nullable Object>>> given = tryRows(predicted);
        if (given.isEmpty()) {
            return equal(false, "the predicted rows are not a list of lists");
        }
        try {
            return equal(RowEquality.testSuite(right, given.get(), orderMatters, SampleQueries.MAX_CELLS), "");
        } catch (BudgetSpent e) {
            return equal(false, "budget: " + e.getMessage());
        }
    }

    @Reward(
            value = "bird:ex",
            description = "1.0 where two results are the same set of rows, as BIRD's execution accuracy has it",
            example = """
                    {"gold":[[1],[2],[2]],"predicted":[[2],[1]]}""")
    static RewardResult birdRows(Json gold, Json predicted) {
        List<List<@Nullable Object>> right = rows("gold", gold);
        Optional<List<List<@Nullable Object>>> given = tryRows(predicted);
        return given.isEmpty()
                ? equal(false, "the predicted rows are not a list of lists")
                : equal(RowEquality.sameSet(right, given.get()), "");
    }

    @Reward(
            value = "sql:execution",
            description =
                    "1.0 where the predicted query gives the gold query's result by the test suites' rules; BIRD's too",
            example = """
                    {"ddl":"DDL1","gold":"SELECT max(pop) FROM city","predicted":"SELECT pop FROM city ORDER BY pop DESC LIMIT 1"}""")
    static RewardResult execution(String ddl, String gold, Optional<String> predicted, Optional<String> finalResponse) {
        String query = predicted
                .or(() -> finalResponse)
                .orElseThrow(() -> new UnscoredException(
                        Score.Reason.MISSING_FIELD,
                        "the task has no query: expected it as 'predicted', as 'final_response' or in a trajectory"));
        Base base = script(ddl);
        String right = postprocessed(gold);
        try (SampleQueries queries = new SampleQueries()) {
            Reply goldReply = queries.gold(base, year(right), false);
            if (goldReply.failed()) {
                throw goldReply.overran()
                        ? new UnscoredException(Score.Reason.TIMEOUT, "the gold query: " + goldReply.error())
                        : fault("sql:execution: the gold query fails: " + goldReply.error());
            }
            boolean ordered = right.toLowerCase(Locale.ROOT).contains("order by");
            Reply reply = queries.answer(year(postprocessed(query)), Comparison.TEST_SUITE, ordered);
            int testSuite = reply.same() ? 1 : 0;
            if (reply.ended()) {
                return verdicts(0, 0, "pred_sql_error");
            }
            // BIRD's port runs the gold query first, on the same database and for good: its changes are there for the
            // prediction.
            if (queries.gold(base, gold, true).failed()) {
                return verdicts(testSuite, null, "gold_sql_error");
            }
            Reply bird = queries.answer(query, Comparison.SET, false);
            return bird.failed()
                    ? verdicts(testSuite, 0, "pred_sql_error")
                    : verdicts(testSuite, bird.same() ? 1 : 0, null);
        }
    }

    /**
     * Returns what the evaluators of Spider and BIRD say.
     *
     * @param bird null where the gold query fails there
     * @param birdError which query failed there
     */
    private static RewardResult verdicts(int testSuite, @Nullable Integer bird, @Nullable String birdError) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("test_suite", testSuite);
        extras.put("bird", bird);
        extras.put("bird_error", birdError);
        return new RewardResult(testSuite, extras);
    }

    private static String postprocessed(String sql) {
        return sql.replace("> =", ">=").replace("< =", "<=").replace("! =", "!=");
    }

    private static String year(String sql) {
        return THIS_YEAR.matcher(sql).replaceAll("2020");
    }

    @Reward(
            value = "sql_reward",
            description = "1.0 where the response's query gives the gold query's result on every database of the task",
            example = """
                    {"final_response":"```sql\\nSELECT pop FROM city ORDER BY pop DESC LIMIT 1\\n```","gold_sql":"SELECT max(pop) FROM city","ddl":"DDL1"}""")
    static RewardResult sql(
            String finalResponse,
            String goldSql,
            Optional<Json> ddl,
            Optional<Json> database,
            @Field.Default("test_suite") String mode) {
        boolean bird = mode.equals("bird");
        if (!bird && !mode.equals("test_suite")) {
            throw new UnscoredException(
                    Score.Reason.INVALID_INPUT, "sql_reward knows the modes test_suite and bird, found '" + mode + "'");
        }
        StatementWords right = StatementWords.of(goldSql);
        if (!right.problem().isEmpty() || right.kind() != StatementWords.Kind.QUERY) {
            throw fault("sql_reward: gold_sql must be one query"
                    + (right.problem().isEmpty() ? "" : ", found " + right.problem()));
        }
        String query = query(finalResponse);
        StatementWords given = StatementWords.of(query);
        int databases = 0;
        String reason = given.problem().isEmpty() ? "" : "query: " + given.problem();
        if (reason.isEmpty() && given.kind() != StatementWords.Kind.QUERY) {
            reason = "query: only SELECT, WITH and VALUES may run";
        }
        try (SampleQueries queries = new SampleQueries()) {
            for (Base base : databases(texts(ddl), texts(database))) {
                databases++;
                Reply gold = queries.gold(base, goldSql, false);
                if (gold.failed() || gold.wrote()) {
                    throw gold.overran()
                            ? new UnscoredException(Score.Reason.TIMEOUT, "sql_reward: the gold query: " + gold.error())
                            : fault("sql_reward: the gold query fails on the database " + base.name() + ": "
                                    + gold.error());
                }
                if (reason.isEmpty()) {
                    Comparison comparison = bird ? Comparison.SET : Comparison.ROWS;
                    reason = difference(gold, queries.answer(query, comparison, right.isOrdered()));
                }
            }
        }
        if (databases == 0) {
            throw fault(
                    "sql_reward needs a database: statements in 'ddl', or the path of a file or folder in 'database'");
        }
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("databases", databases);
        if (!reason.isEmpty()) {
            extras.put("reason", reason);
        }
        return new RewardResult(reason.isEmpty() ? 1 : 0, extras);
    }

    /** Returns the databases of scripts, files and folders. */
    private static List<Base> databases(List<String> scripts, List<String> paths) {
        List<Base> databases = new ArrayList<>();
        for (String script : scripts) {
            databases.add(script(script));
        }
        for (String path : paths) {
            for (Path file : files(path)) {
                databases.add(
                        new Base(file.toString(), false, file.toAbsolutePath().toString()));
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

    private static Base script(String script) {
        return new Base("of 'ddl'", true, script);
    }

    /** Returns the query of a response: its last fenced block, or all of it. */
    private static String query(String response) {
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

    private static String difference(Reply gold, Reply given) {
        if (given.overran()) {
            return "budget: " + given.error();
        }
        if (given.failed() || given.wrote()) {
            return "query: " + (given.wrote() ? "it would change the database" : given.error());
        }
        if (gold.columns() != given.columns()) {
            return "result: expected " + gold.columns() + " columns, found " + given.columns();
        }
        return given.same() ? "" : "result: the rows differ";
    }

    private static List<String> texts(Optional<Json> field) {
        List<String> texts = new ArrayList<>();
        if (field.isPresent()) {
            Object value = field.get().value();
            for (Object one : value instanceof List<?> list ? list : Collections.singletonList(value)) {
                if (!(one instanceof String text)) {
                    throw fault("the fields 'ddl' and 'database' hold a text or a list of texts");
                }
                texts.add(text);
            }
        }
        return texts;
    }

    private static RewardResult equal(boolean equal, String reason) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("equal", equal);
        if (!reason.isEmpty()) {
            extras.put("reason", reason);
        }
        return new RewardResult(equal ? 1 : 0, extras);
    }

    private static List<List<@Nullable Object>> rows(String field, Json value) {
        return tryRows(value)
                .orElseThrow(() -> fault("the field '" + field + "' must hold a list of rows, found " + value.kind()));
    }

    private static Optional<List<List<@Nullable Object>>> tryRows(Json value) {
        if (!(value.value() instanceof List<?> list)) {
            return Optional.empty();
        }
        List<List<@Nullable Object>> rows = new ArrayList<>(list.size());
        for (Object row : list) {
            if (!(row instanceof List<?> cells)) {
                return Optional.empty();
            }
            List<@Nullable Object> read = new ArrayList<>(cells.size());
            cells.forEach(cell -> read.add(cell(cell)));
            rows.add(read);
        }
        return Optional.of(rows);
    }

    /** Floats that JSON has no words for come as {@code {"$float": "inf"}}. */
    private static @Nullable Object cell(@Nullable Object cell) {
        if (cell instanceof Map<?, ?> map && map.size() == 1 && map.get("$float") instanceof String name) {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.NaN;
            };
        }
        return cell;
    }

    private static UnscoredException fault(String message) {
        return new UnscoredException(Score.Reason.MISSING_FIELD, message);
    }
}
