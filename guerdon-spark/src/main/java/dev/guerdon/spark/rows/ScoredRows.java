package dev.guerdon.spark.rows;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.cluster.spi.LineScorer.Outcome;
import dev.guerdon.spark.isolated.Crossing;
import dev.guerdon.spark.isolated.GuerdonLoader;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Scores the rows of datasets, a batch at a time and as they are asked for.
 *
 * @param rewards the rewards, with their options
 * @param fields the column by the field that a reward asks for
 */
@Internal
public record ScoredRows(Shipment shipment, List<String> rewards, Map<String, String> fields) implements Serializable {

    /** The column that samples are in on their way. */
    private static final String SAMPLE = "__guerdon_sample";

    public ScoredRows {
        rewards = List.copyOf(rewards);
        fields = Map.copyOf(fields);
    }

    /** The names of the rewards in results. */
    public List<String> labels() {
        return Scorers.ask(shipment, scorer -> scorer.plan(rewards, fields).labels());
    }

    /** The same rows with a column more: the score, or with several rewards a struct of their scores. */
    public Dataset<Row> of(Dataset<Row> rows, String column) {
        List<String> labels = labels();
        if (List.of(rows.columns()).contains(column)) {
            throw new IllegalArgumentException("the rows have a column '" + column + "' already; choose another name");
        }
        StructType scores = Results.SCORE;
        if (labels.size() > 1) {
            scores = new StructType();
            for (String label : labels) {
                scores = scores.add(label, Results.SCORE, false);
            }
        }
        StructType schema = rows.schema().add(column, scores, false);
        MapPartitionsFunction<Row, Row> each = this::scored;
        return rows.withColumn(SAMPLE, SampleJson.of(rows)).mapPartitions(each, Encoders.row(schema));
    }

    private Iterator<Row> scored(Iterator<Row> rows) {
        Scored scored = new Scored(rows);
        Iterator<byte[]> samples = outside(scored);
        scored.outcomes = GuerdonLoader.shared().within(() -> plan().score(samples));
        return scored.rows();
    }

    /** Samples that are read on Spark's side, with its class loader, while Guerdon asks for them. */
    @SuppressWarnings("unchecked") // it is the same iterator
    private static Iterator<byte[]> outside(Iterator<byte[]> samples) {
        return Crossing.over(
                Iterator.class, samples, Thread.currentThread().getContextClassLoader(), GuerdonLoader.shared());
    }

    /** The plan, for as long as the task runs. */
    private LineScorer.Plan plan() {
        Scorers.Use use = Scorers.use(shipment);
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> use.close());
        return use.plan(rewards, fields);
    }

    /** Rows on their way through the scorer: it takes their samples, some of them ahead. */
    private static final class Scored implements Iterator<byte[]> {
        private final Iterator<Row> rows;
        private final ArrayDeque<Row> waiting = new ArrayDeque<>();
        private Iterator<List<Outcome>> outcomes = List.<List<Outcome>>of().iterator();

        Scored(Iterator<Row> rows) {
            this.rows = rows;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public byte[] next() {
            Row row = rows.next();
            waiting.add(row);
            return row.getAs(row.size() - 1);
        }

        Iterator<Row> rows() {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return GuerdonLoader.shared().within(outcomes::hasNext);
                }

                @Override
                public Row next() {
                    List<Outcome> scores = GuerdonLoader.shared().within(outcomes::next);
                    return with(waiting.remove(), scores);
                }
            };
        }

        private static Row with(Row row, List<Outcome> scores) {
            Object[] values = new Object[row.size()];
            for (int i = 0; i < values.length - 1; i++) {
                values[i] = row.get(i);
            }
            values[values.length - 1] = scores.size() == 1
                    ? Results.external(scores.getFirst())
                    : RowFactory.create(scores.stream().map(Results::external).toArray());
            return RowFactory.create(values);
        }
    }

    /** The metrics of all rows, in one pass: those of {@code guerdon score --metrics}. */
    public Map<String, Object> metrics(Dataset<Row> rows) {
        MapPartitionsFunction<Row, byte[]> each = this::sum;
        List<byte[]> sums = rows.select(SampleJson.of(rows).as(SAMPLE))
                .mapPartitions(each, Encoders.BINARY())
                .collectAsList();
        return Scorers.ask(shipment, scorer -> scorer.plan(rewards, fields).figures(sums));
    }

    private Iterator<byte[]> sum(Iterator<Row> rows) {
        Iterator<byte[]> samples = outside(new Samples(rows));
        byte[] sum = GuerdonLoader.shared().within(() -> plan().sum(samples));
        return List.of(sum).iterator();
    }

    private record Samples(Iterator<Row> rows) implements Iterator<byte[]> {

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public byte[] next() {
            return rows.next().getAs(0);
        }
    }
}
