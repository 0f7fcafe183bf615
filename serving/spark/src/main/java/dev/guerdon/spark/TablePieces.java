package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/** Pieces of a table: each partition gives the description of its piece, and then the rows as JSON. */
final class TablePieces extends RDD<byte[]> {

    private static final long serialVersionUID = 1;

    private final StructType schema;
    private final transient List<PiecePartition> pieces;

    private TablePieces(SparkTable table, List<PiecePartition> pieces) {
        super(
                table.rows().sparkContext(),
                CollectionConverters.asScala(List.<Dependency<?>>of(new OfPieces(
                                table.rows(),
                                pieces.stream()
                                        .map(piece -> piece.parent.index())
                                        .toList())))
                        .toSeq(),
                ClassTag.apply(byte[].class));
        this.schema = table.schema();
        this.pieces = pieces;
    }

    static TablePieces of(SparkTable table, List<Cluster.TablePiece> pieces) {
        Partition[] partitions = table.rows().partitions();
        List<PiecePartition> own = new ArrayList<>();
        for (Cluster.TablePiece piece : pieces) {
            own.add(new PiecePartition(
                    own.size(), partitions[table.partition(piece.partition())], piece.description()));
        }
        return new TablePieces(table, List.copyOf(own));
    }

    /** A piece, with the partition that it reads. */
    @SuppressWarnings("ArrayRecordComponent") // compared by its index
    private record PiecePartition(int index, Partition parent, byte[] description) implements Partition {

        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return index;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PiecePartition piece && piece.index == index;
        }
    }

    /** Choice of the partition that each piece reads. */
    private static final class OfPieces extends NarrowDependency<InternalRow> {
        private static final long serialVersionUID = 1;
        private final List<Integer> parents;

        OfPieces(RDD<InternalRow> rows, List<Integer> parents) {
            super(rows);
            this.parents = parents;
        }

        @Override
        public Seq<Object> getParents(int piece) {
            return CollectionConverters.asScala(List.<Object>of(parents.get(piece)))
                    .toSeq();
        }
    }

    @Override
    public Partition[] getPartitions() {
        return pieces.toArray(Partition[]::new);
    }

    @Override
    public Iterator<byte[]> compute(Partition split, TaskContext context) {
        PiecePartition piece = (PiecePartition) split;
        RowJson json = new RowJson(schema, true);
        return new AbstractIterator<>() {
            private @Nullable Iterator<InternalRow> rows;

            @Override
            public boolean hasNext() {
                return rows == null || rows.hasNext();
            }

            @Override
            public byte[] next() {
                if (rows == null) {
                    rows = TablePieces.this
                            .<InternalRow>firstParent(ClassTag.apply(InternalRow.class))
                            .iterator(piece.parent, context);
                    return piece.description;
                }
                return json.write(rows.next());
            }
        };
    }
}
