package dev.guerdon.spark.cluster;

import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.cluster.spi.Receiver;
import dev.guerdon.cluster.spi.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/** A job of Guerdon's on Spark: each submission is a job of Spark's with a task for each piece. */
final class SparkWork implements Cluster.Work {

    private static final ClassTag<byte[]> BYTES = ClassTag.apply(byte[].class);

    private final SparkContext context;
    private final Broadcast<HadoopStore> store;
    private final String id;
    private final Broadcast<byte[]> job;
    private final ApplicationEnd end;
    private final Set<SparkSubmission> open = ConcurrentHashMap.newKeySet();

    SparkWork(SparkContext context, ApplicationEnd end, HadoopStore store, String id, Job job) {
        this.context = context;
        this.end = end;
        this.store = context.broadcast(store, ClassTag.apply(HadoopStore.class)); // large: the settings of Hadoop
        this.id = id;
        this.job = context.broadcast(ShippedJob.pack(job), BYTES);
    }

    @Override
    public Cluster.Submission submit(List<Cluster.Piece> pieces, Receiver receiver) {
        List<Tuple2<byte[], Seq<String>>> placed = new ArrayList<>();
        for (Cluster.Piece piece : pieces) {
            placed.add(new Tuple2<>(
                    piece.description(),
                    CollectionConverters.asScala(piece.hosts()).toList()));
        }
        return start(
                () -> context.makeRDD(CollectionConverters.asScala(placed).toList(), BYTES), pieces.size(), receiver);
    }

    @Override
    public Cluster.Submission submit(Table table, List<Cluster.TablePiece> pieces, Receiver receiver) {
        if (!(table instanceof SparkTable own)) {
            throw new IllegalArgumentException(table.name() + " is not a table of this cluster");
        }
        return start(() -> TablePieces.of(own, pieces), pieces.size(), receiver);
    }

    private SparkSubmission start(Supplier<RDD<byte[]>> tasks, int pieces, Receiver receiver) {
        SparkSubmission submission = new SparkSubmission(pieces, receiver, end, open::remove);
        open.add(submission);
        try {
            submission.start(context, tasks.get(), new PieceTask(id, submission.id(), job, store));
        } catch (RuntimeException e) {
            if (!end.isOver()) {
                open.remove(submission);
                throw e;
            }
            submission.finish(e); // as those that were handed out before the application ended
        }
        return submission;
    }

    @Override
    public void close() {
        open.forEach(SparkSubmission::cancel);
        Engines.end(id); // of this process; others let it go when they end
        if (!end.isOver()) {
            job.destroy();
            store.destroy();
        }
    }
}
