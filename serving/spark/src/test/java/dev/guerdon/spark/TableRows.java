package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** What the engines of pieces would be given of tables. */
final class TableRows {

    private TableRows() {}

    static SparkTable table(SparkSession spark, String source, Map<String, String> options) {
        boolean named = source.startsWith("table:");
        Map<String, String> all = new HashMap<>(Map.of("format", named ? "table" : "parquet"));
        all.putAll(options);
        HadoopStore store = new HadoopStore(spark.sparkContext().hadoopConfiguration());
        return new TableSource(spark, store).open(named ? source.substring("table:".length()) : source, all);
    }

    /** For each partition in order: its description, and its rows. */
    static List<List<String>> pieces(SparkTable table) {
        List<List<String>> out = new ArrayList<>();
        for (int i = 0; i < table.partitions(); i++) {
            Cluster.TablePiece piece = new Cluster.TablePiece(i, ("piece " + i).getBytes(StandardCharsets.UTF_8));
            Object collected = TablePieces.of(table, List.of(piece)).collect();
            out.add(Arrays.stream((Object[]) collected)
                    .map(each -> new String((byte[]) each, StandardCharsets.UTF_8))
                    .toList());
        }
        return out;
    }

    static List<String> rows(SparkTable table) {
        return pieces(table).stream().flatMap(piece -> piece.stream().skip(1)).toList();
    }
}
