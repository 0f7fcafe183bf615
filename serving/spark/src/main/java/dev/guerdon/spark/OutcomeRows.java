package dev.guerdon.spark;

import dev.guerdon.cli.spi.LineScorer.Outcome;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Outcomes as values of Spark's. */
final class OutcomeRows {

    private static final StructType UNSCORED =
            new StructType().add("reason", DataTypes.StringType, false).add("message", DataTypes.StringType, true);

    /** Schema of a score: the reward, null where it could not be computed; the extras; and why it could not be computed. */
    static final StructType SCORE = new StructType()
            .add("reward", DataTypes.DoubleType, true)
            .add("extras", DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, true), false)
            .add("unscored", UNSCORED, true);

    /** Returns an outcome as rows in programs have it. */
    static Row external(Outcome outcome) {
        Map<String, @Nullable String> extras = new HashMap<>(outcome.extras());
        return RowFactory.create(
                outcome.reward(),
                CollectionConverters.asScala(extras),
                outcome.reason() == null ? null : RowFactory.create(outcome.reason(), outcome.message()));
    }

    /** Returns an outcome as Spark's own rows have it. */
    static InternalRow internal(Outcome outcome) {
        Object[] keys = new Object[outcome.extras().size()];
        Object[] values = new Object[keys.length];
        int i = 0;
        for (Map.Entry<String, @Nullable String> extra : outcome.extras().entrySet()) {
            keys[i] = UTF8String.fromString(extra.getKey());
            values[i++] = extra.getValue() == null ? null : UTF8String.fromString(extra.getValue());
        }
        return new GenericInternalRow(new Object[] {
            outcome.reward(),
            new ArrayBasedMapData(new GenericArrayData(keys), new GenericArrayData(values)),
            outcome.reason() == null
                    ? null
                    : new GenericInternalRow(new Object[] {
                        UTF8String.fromString(outcome.reason()), UTF8String.fromString(outcome.message())
                    })
        });
    }
}
