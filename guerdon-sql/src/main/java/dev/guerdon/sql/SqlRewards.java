package dev.guerdon.sql;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.sql.rows.RowEquality;
import dev.guerdon.sql.rows.RowEquality.BudgetSpent;
import dev.guerdon.sql.run.Execution;
import dev.guerdon.sql.run.Outcome;
import dev.guerdon.sql.run.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for SQL: equality of results as Spider's test suites and BIRD have it, and queries that run on SQLite.
 *
 * <p>Every call runs on a fresh copy in memory that cannot be written, attached to or extended, within limits. A gold query that
 * fails leaves the sample unscored.
 */
@Experimental
@Reward.Family("SQL")
public final class SqlRewards {

    /** Cells that the assignment of columns may look at. */
    private static final long CELLS = 20_000_000;

    private SqlRewards() {}

    @Reward(
            value = "spider:result_eq",
            description = "1.0 where two results are the same in any order of columns, as Spider's test suites have it",
            example = """
                    {"gold":[[1,"a"]],"predicted":[["a",1]],"order_matters":false}""")
    public static RewardResult spiderResult(Json gold, Json predicted, @Field.Default("false") boolean orderMatters) {
        List<List<@Nullable Object>> right = rows("gold", gold);
        Optional<List<List<@Nullable Object>>> given = tryRows(predicted);
        if (given.isEmpty()) {
            return equal(false, "the predicted rows are not a list of lists");
        }
        try {
            return equal(RowEquality.testSuite(right, given.get(), orderMatters, CELLS), "");
        } catch (BudgetSpent e) {
            return equal(false, "budget: " + e.getMessage());
        }
    }

    @Reward(
            value = "bird:ex",
            description = "1.0 where two results are the same set of rows, as BIRD's execution accuracy has it",
            example = """
                    {"gold":[[1],[2],[2]],"predicted":[[2],[1]]}""")
    public static RewardResult birdRows(Json gold, Json predicted) {
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
    public static RewardResult execution(
            String ddl, String gold, Optional<String> predicted, Optional<String> finalResponse) {
        String query = predicted
                .or(() -> finalResponse)
                .orElseThrow(() -> new UnscoredException(
                        Score.Reason.MISSING_FIELD,
                        "the task has no query: expected it as 'predicted', as 'final_response' or in a trajectory"));
        Execution.Verdicts verdicts = Execution.both(ddl, gold, query, CELLS);
        if (verdicts.testSuite() == null) {
            throw fault("sql:execution: the gold query fails: " + verdicts.goldError());
        }
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("test_suite", verdicts.testSuite());
        extras.put("bird", verdicts.bird());
        extras.put("bird_error", verdicts.birdError());
        return new RewardResult(verdicts.testSuite(), extras);
    }

    @Reward(
            value = "sql_reward",
            description = "1.0 where the response's query gives the gold query's result on every database of the task",
            example = """
                    {"final_response":"```sql\\nSELECT pop FROM city ORDER BY pop DESC LIMIT 1\\n```","gold_sql":"SELECT max(pop) FROM city","ddl":"DDL1"}""")
    public static RewardResult sql(
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
        Statement right = Statement.of(goldSql);
        if (!right.problem().isEmpty() || right.kind() != Statement.Kind.QUERY) {
            throw fault("sql_reward: gold_sql must be one query"
                    + (right.problem().isEmpty() ? "" : ", found " + right.problem()));
        }
        String query = Execution.query(finalResponse);
        Statement given = Statement.of(query);
        int databases = 0;
        String reason = given.problem().isEmpty() ? "" : "query: " + given.problem();
        if (reason.isEmpty() && given.kind() != Statement.Kind.QUERY) {
            reason = "query: only SELECT, WITH and VALUES may run";
        }
        for (Execution.Base base : Execution.databases(texts(ddl), texts(database))) {
            databases++;
            Outcome gold = base.read(goldSql);
            if (gold.failed() || gold.wrote()) {
                throw gold.overran()
                        ? new UnscoredException(Score.Reason.TIMEOUT, "sql_reward: the gold query: " + gold.error())
                        : fault("sql_reward: the gold query fails on " + base.name() + ": " + gold.error());
            }
            if (reason.isEmpty()) {
                reason = difference(gold, base.read(query), right.isOrdered(), bird);
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

    private static String difference(Outcome gold, Outcome given, boolean ordered, boolean bird) {
        if (given.overran()) {
            return "budget: " + given.error();
        }
        if (given.failed() || given.wrote()) {
            return "query: " + (given.wrote() ? "it would change the database" : given.error());
        }
        if (gold.columns() != given.columns()) {
            return "result: expected " + gold.columns() + " columns, found " + given.columns();
        }
        try {
            boolean same = bird
                    ? RowEquality.sameSet(gold.rows(), given.rows())
                    : RowEquality.same(gold.rows(), given.rows(), ordered, CELLS);
            return same ? "" : "result: the rows differ";
        } catch (BudgetSpent e) {
            return "budget: " + e.getMessage();
        }
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
