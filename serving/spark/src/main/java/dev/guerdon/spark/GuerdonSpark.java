package dev.guerdon.spark;

import dev.guerdon.api.Experimental;
import dev.guerdon.cli.spi.LineScorer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import scala.Option;

/**
 * Scores datasets: {@code GuerdonSpark.on(spark).reward("qa_f1_reward").score(rows)}.
 *
 * <p>A row is a sample: its columns are the fields that rewards ask for by name, {@code final_response} and {@code answer} for example,
 * as the keys of a line of {@code guerdon score}. Each method gives a new object, so one can be kept and built upon. Files that are
 * named here are files of the driver; what is in them is sent to the executors.
 */
@Experimental
public final class GuerdonSpark {

    private final SparkSession session;
    private final List<Choice> rewards;
    private final Map<String, String> fields;
    private final LineScorer.Order order;
    private final String column;

    /** A reward by its name, or a recipe by its name or file. */
    private record Choice(String text, boolean isRecipe) {

        String reward(LineScorer scorer) {
            return isRecipe ? scorer.recipe(text) : text;
        }
    }

    private GuerdonSpark(
            SparkSession session,
            List<Choice> rewards,
            Map<String, String> fields,
            LineScorer.Order order,
            String column) {
        this.session = session;
        this.rewards = rewards;
        this.fields = fields;
        this.order = order;
        this.column = column;
    }

    /** Begins with Guerdon's own rewards, and with none of them chosen. */
    public static GuerdonSpark on(SparkSession session) {
        return new GuerdonSpark(session, List.of(), Map.of(), LineScorer.Order.PLAIN, "score");
    }

    /** Gives a session the rewards as SQL functions, as {@link GuerdonExtensions} does for all sessions. */
    public static void register(SparkSession session) {
        on(session).register();
    }

    /**
     * Scores with a reward more.
     *
     * @param name its name, with options if there are any, such as {@code math_equal_reward(digits=3)}
     */
    public GuerdonSpark reward(String name) {
        return choosing(new Choice(name, false));
    }

    /**
     * Scores with a recipe more: several rewards as one, with weights, gates, clipping and field mapping.
     *
     * @param recipe the name of one that comes with Guerdon, such as {@code r1}, or a YAML file; its column in {@link #score} has
     *     the recipe's own name
     */
    public GuerdonSpark recipe(String recipe) {
        return choosing(new Choice(recipe, true));
    }

    private GuerdonSpark choosing(Choice choice) {
        return new GuerdonSpark(session, with(rewards, choice), fields, order, column);
    }

    /** Reads a field of the rewards from a column of another name. */
    public GuerdonSpark field(String field, String fromColumn) {
        Map<String, String> more = new LinkedHashMap<>(fields);
        more.put(field, fromColumn);
        return new GuerdonSpark(session, rewards, more, order, column);
    }

    /** Adds the rewards of a Java file. */
    public GuerdonSpark source(String path) {
        return ordering(new LineScorer.Order(order.plugins(), with(order.sources(), Path.of(path)), order.settings()));
    }

    /** Adds the rewards of a jar or of a folder of classes. */
    public GuerdonSpark plugin(String path) {
        return ordering(new LineScorer.Order(with(order.plugins(), Path.of(path)), order.sources(), order.settings()));
    }

    /** Gives each call so much time, such as {@code 500ms} or {@code 5s}; 60 s where nothing is said. */
    public GuerdonSpark deadline(String time) {
        return setting("deadline", time);
    }

    /** Runs every reward in a worker process, or none; where nothing is said, those of the user's own. */
    public GuerdonSpark isolate(boolean all) {
        return setting("isolate", Boolean.toString(all));
    }

    /** Sets what an option of {@code guerdon score} sets: {@code worker-memory} or {@code worker-env}. */
    public GuerdonSpark setting(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(order.settings());
        more.put(name, value);
        return ordering(new LineScorer.Order(order.plugins(), order.sources(), more));
    }

    /** Names the column that the scores go to; {@code score} where nothing is said. */
    public GuerdonSpark column(String name) {
        return new GuerdonSpark(session, rewards, fields, order, name);
    }

    private GuerdonSpark ordering(LineScorer.Order other) {
        return new GuerdonSpark(session, rewards, fields, other, column);
    }

    private static <T> List<T> with(List<T> list, T more) {
        return Stream.concat(list.stream(), Stream.of(more)).toList();
    }

    /**
     * Scores rows, when they are asked for and a batch at a time.
     *
     * @return the same rows with a column more, a struct: {@code reward}, null where it could not be computed; {@code extras}; and
     *     {@code unscored}, which says why it could not be computed. With several rewards it is a struct of such structs, by the
     *     rewards' names.
     */
    public Dataset<Row> score(Dataset<Row> rows) {
        return scored().of(rows, column);
    }

    /**
     * Scores rows now, and keeps nothing of them but the metrics.
     *
     * @return what {@code guerdon score --metrics} writes, to the last bit, whatever the partitions are
     */
    public Map<String, Object> metrics(Dataset<Row> rows) {
        return scored().metrics(rows);
    }

    private ScoredRows scored() {
        if (rewards.isEmpty()) {
            throw new IllegalArgumentException("name a reward first: GuerdonSpark.on(spark).reward(\"qa_f1_reward\")");
        }
        ScorerShipment shipment = shipment();
        List<String> names = rewards.stream().anyMatch(Choice::isRecipe)
                ? ProcessScorers.ask(
                        shipment,
                        scorer -> rewards.stream()
                                .map(choice -> choice.reward(scorer))
                                .toList())
                : rewards.stream().map(Choice::text).toList();
        return new ScoredRows(shipment, names, fields);
    }

    private ScorerShipment shipment() {
        return ScorerShipment.of(order, session.sparkContext());
    }

    /**
     * Gives the session a SQL function for each reward there is, those of {@link #source} and {@link #plugin} among them.
     *
     * @return the name of the reward by the name of its function
     */
    public Map<String, String> register() {
        RewardFunctions functions = new RewardFunctions(shipment());
        FunctionRegistry registry = ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .functionRegistry();
        Option<String> namespace = Option.apply(CatalogManager.SESSION_NAMESPACE());
        Option<String> catalog = Option.apply(CatalogManager.SYSTEM_CATALOG_NAME());
        functions.register((name, info, builder) ->
                registry.registerFunction(new FunctionIdentifier(name.funcName(), namespace, catalog), info, builder));
        return functions.rewards();
    }
}
