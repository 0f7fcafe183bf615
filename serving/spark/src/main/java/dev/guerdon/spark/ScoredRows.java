package dev.guerdon.spark;

import dev.guerdon.cli.spi.LineScorer;
import dev.guerdon.cli.spi.LineScorer.Outcome;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.encoders.ExpressionEncoder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Scores the rows of datasets, a batch at a time and as they are asked for.
 *
 * @param rewards the rewards, with their options
 * @param fields the column by the field that a reward asks for
 */
record ScoredRows(ScorerShipment shipment, List<String> rewards, Map<String, String> fields) implements Serializable {

    public ScoredRows {
        rewards = List.copyOf(rewards);
        fields = Map.copyOf(fields);
    }

    /** Returns the names of the rewards in results. */
    List<String> labels() {
        return ProcessScorers.ask(
                shipment, scorer -> scorer.plan(rewards, fields).labels());
    }

    /** Returns the same rows with a column more: the score, or with several rewards a struct of their scores. */
    Dataset<Row> of(Dataset<Row> rows, String column) {
        List<String> labels = labels();
        if (List.of(rows.columns()).contains(column)) {
            throw new IllegalArgumentException("the rows have a column '" + column + "' already; choose another name");
        }
        StructType scores = OutcomeRows.SCORE;
        if (labels.size() > 1) {
            scores = new StructType();
            for (String label : labels) {
                scores = scores.add(label, OutcomeRows.SCORE, false);
            }
        }
        StructType schema = rows.schema().add(column, scores, false);
        SampleWriter writer = SampleWriter.of(rows);
        MapPartitionsFunction<Row, Row> each = some -> scored(some, writer);
        return rows.mapPartitions(each, Encoders.row(schema));
    }

    private Iterator<Row> scored(Iterator<Row> rows, SampleWriter writer) {
        Function<Row, byte[]> samples = writer.begin();
        Deque<Row> waiting = new ArrayDeque<>(); // the scorer takes some samples ahead
        Iterator<List<Outcome>> outcomes = plan().score(new MappedIterator<>(rows, row -> {
            waiting.add(row);
            return samples.apply(row);
        }));
        return new MappedIterator<>(outcomes, scores -> with(waiting.remove(), scores));
    }

    /** Elements of an iterator, each as a function changes it when it is asked for. */
    private record MappedIterator<A, B>(Iterator<A> from, Function<A, B> change) implements Iterator<B> {

        @Override
        public boolean hasNext() {
            return from.hasNext();
        }

        @Override
        public B next() {
            return change.apply(from.next());
        }
    }

    private static Row with(Row row, List<Outcome> scores) {
        Object[] values = new Object[row.size() + 1];
        for (int i = 0; i < row.size(); i++) {
            values[i] = row.get(i);
        }
        values[values.length - 1] = scores.size() == 1
                ? OutcomeRows.external(scores.getFirst())
                : RowFactory.create(scores.stream().map(OutcomeRows::external).toArray());
        return RowFactory.create(values);
    }

    /** Returns the plan, for as long as the task runs. */
    private LineScorer.Plan plan() {
        SharedByKey<ProcessScorers.Open>.Use use = ProcessScorers.use(shipment);
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> use.close());
        return use.value().plan(rewards, fields);
    }

    /** Returns the metrics of all rows, in one pass: those of {@code guerdon score --metrics}. */
    Map<String, Object> metrics(Dataset<Row> rows) {
        SampleWriter writer = SampleWriter.of(rows);
        MapPartitionsFunction<Row, byte[]> each = some -> sum(some, writer);
        List<byte[]> sums = rows.mapPartitions(each, Encoders.BINARY()).collectAsList();
        return ProcessScorers.ask(
                shipment, scorer -> scorer.plan(rewards, fields).figures(sums));
    }

    private Iterator<byte[]> sum(Iterator<Row> rows, SampleWriter writer) {
        return List.of(plan().sum(new MappedIterator<>(rows, writer.begin()))).iterator();
    }

    /**
     * Writes rows of a dataset as samples: each column is a field.
     *
     * @param internal makes Spark's own rows of those that programs have
     */
    private record SampleWriter(StructType schema, ExpressionEncoder.Serializer<Row> internal) implements Serializable {

        /**
         * @throws IllegalArgumentException where two columns have the same name, or one has a type that JSON has no word for
         */
        static SampleWriter of(Dataset<Row> rows) {
            List<String> names = List.of(rows.columns());
            if (names.stream().distinct().count() < names.size()) {
                throw new IllegalArgumentException(
                        "two columns have the same name, so a sample cannot have both; found "
                                + String.join(", ", names));
            }
            var unused = new RowJson(rows.schema(), true);
            return new SampleWriter(
                    rows.schema(), ExpressionEncoder.apply(rows.schema()).createSerializer());
        }

        /** Begins to write, on one thread. */
        Function<Row, byte[]> begin() {
            RowJson json = new RowJson(schema, true);
            return row -> json.write(internal.apply(row));
        }
    }
}
