package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Table;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.ClusterStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/** The machines of a Spark application. */
final class SparkCluster implements Cluster {

    private static final ClassTag<byte[]> BYTES = ClassTag.apply(byte[].class);

    private final SparkContext context;
    /** Why the application ended, if it did not end here: its master removed it, or it was killed. */
    private volatile String endReason = "";

    private final HadoopStore store;
    private final ExecutorWatch executors;

    /**
     * @param context stopped with the cluster
     * @param executors those of the context
     */
    SparkCluster(SparkContext context, ExecutorWatch executors) {
        this.context = context;
        this.store = new HadoopStore(context.hadoopConfiguration());
        this.executors = executors;
    }

    @Override
    public int slots() {
        return isOver() ? 1 : executors.slots(context); // a context that is over answers nothing
    }

    @Override
    public ClusterStore store() {
        return store;
    }

    @Override
    public Table table(String source, Map<String, String> options) {
        // Only tables need a session, which takes a second to make.
        SparkSession session = SparkSession.builder().getOrCreate();
        return new TableSource(session, store).open(source, options);
    }

    @Override
    public Work begin(ClusterJob job) {
        return new Begun(job);
    }

    @Override
    public void close() {
        executors.close();
        context.stop();
    }

    /** Returns whether nothing more can be done. */
    boolean isOver() {
        return context.isStopped();
    }

    /** Takes note of why a job of Spark's ended, if that is not the fault of one of its tasks: Spark says so before it stops. */
    void noteEnd(String message) {
        if (endReason.isEmpty() || !isOver()) { // later ones say no more than that it is over
            endReason = message;
        }
    }

    /**
     * Says why it is over.
     *
     * @param latest what Spark says now, which may be no more than that it is over
     */
    String endReason(String latest) {
        return ExecutorWatch.firstLine(endReason.isEmpty() ? latest : endReason);
    }

    /** A job of Guerdon's on Spark: each submission is a job of Spark's with a task for each piece. */
    private final class Begun implements Work {
        private final String id = UUID.randomUUID().toString();
        private final Broadcast<byte[]> job;
        private final Broadcast<HadoopStore> files =
                context.broadcast(store, ClassTag.apply(HadoopStore.class)); // large: the settings of Hadoop
        private final Set<SparkSubmission> open = ConcurrentHashMap.newKeySet();

        Begun(ClusterJob job) {
            this.job = context.broadcast(job.toBytes(), BYTES);
        }

        @Override
        public Submission submit(List<Piece> pieces, Receiver receiver) {
            List<Tuple2<byte[], Seq<String>>> placed = new ArrayList<>();
            for (Piece piece : pieces) {
                placed.add(new Tuple2<>(
                        piece.description(),
                        CollectionConverters.asScala(piece.hosts()).toList()));
            }
            return start(
                    () -> context.makeRDD(CollectionConverters.asScala(placed).toList(), BYTES),
                    pieces.size(),
                    receiver);
        }

        @Override
        public Submission submit(Table table, List<TablePiece> pieces, Receiver receiver) {
            if (!(table instanceof SparkTable own)) {
                throw new IllegalArgumentException(table.name() + " is not a table of this cluster");
            }
            return start(() -> TablePieces.of(own, pieces), pieces.size(), receiver);
        }

        private SparkSubmission start(Supplier<RDD<byte[]>> tasks, int pieces, Receiver receiver) {
            SparkSubmission submission = new SparkSubmission(pieces, receiver, SparkCluster.this, open::remove);
            open.add(submission);
            try {
                submission.start(context, tasks.get(), new PieceTask(id, submission.id(), job, files));
            } catch (RuntimeException e) {
                if (!isOver()) {
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
            ProcessEngines.end(id); // of this process; others let it go when they end
            if (!isOver()) {
                job.destroy();
                files.destroy();
            }
        }
    }
}
