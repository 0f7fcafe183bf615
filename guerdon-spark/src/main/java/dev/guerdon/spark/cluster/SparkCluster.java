package dev.guerdon.spark.cluster;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.cluster.spi.Store;
import dev.guerdon.cluster.spi.Table;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/** The machines of a Spark application. */
@Internal
public final class SparkCluster implements Cluster {

    private final SparkContext context;
    private final ApplicationEnd end;
    private final HadoopStore store;
    private final Executors executors;

    /**
     * @param context stopped with the cluster
     * @param executors those of the context
     */
    SparkCluster(SparkContext context, Executors executors) {
        this.context = context;
        this.end = new ApplicationEnd(context);
        this.store = new HadoopStore(context.hadoopConfiguration());
        this.executors = executors;
    }

    @Override
    public String name() {
        return context.master();
    }

    @Override
    public int slots() {
        return end.isOver() ? 1 : executors.slots(context); // a context that is over answers nothing
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Table table(String source, Map<String, String> options) {
        // Only tables need a session, which takes a second to make.
        SparkSession session = SparkSession.builder().getOrCreate();
        return new TableSource(session, store).open(source, options);
    }

    @Override
    public Work begin(Job job) {
        return new SparkWork(context, end, store, UUID.randomUUID().toString(), job);
    }

    @Override
    public void close() {
        executors.close();
        context.stop();
    }
}
