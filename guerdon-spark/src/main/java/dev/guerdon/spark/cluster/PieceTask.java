package dev.guerdon.spark.cluster;

import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Store;
import dev.guerdon.spark.cluster.PieceResult.Kind;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.BlockManagerId;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** What a task does on an executor: one piece, with the engine of its job. Sent there by Spark. */
final class PieceTask extends AbstractFunction1<scala.collection.Iterator<byte[]>, byte[]> implements Serializable {

    private static final long serialVersionUID = 1;

    private final String job;
    private final String submission;
    private final Broadcast<byte[]> description;
    private final Broadcast<HadoopStore> store;

    PieceTask(String job, String submission, Broadcast<byte[]> description, Broadcast<HadoopStore> store) {
        this.job = job;
        this.submission = submission;
        this.description = description;
        this.store = store;
    }

    @Override
    public byte[] apply(scala.collection.Iterator<byte[]> pieces) {
        byte[] piece = pieces.next();
        return run(piece, CollectionConverters.asJava(pieces)); // behind a piece of a table come its rows
    }

    private byte[] run(byte[] piece, Iterator<byte[]> rows) {
        TaskContext task = TaskContext.get();
        Store files = store.value();
        try {
            return PieceResult.done(Engines.work(
                    job,
                    () -> ShippedJob.unpack(description.value()),
                    piece,
                    new TaskPlace(submission, task, files, rows)));
        } catch (VirtualMachineError e) {
            throw e; // the process is not well; Spark ends it, and does the piece elsewhere
        } catch (NotReady e) {
            task.killTaskIfInterrupted();
            throw e; // nor is its machine
        } catch (Engines.Unopened e) {
            task.killTaskIfInterrupted();
            return PieceResult.of(Kind.UNOPENED, e.getMessage() + here());
        } catch (Throwable e) {
            task.killTaskIfInterrupted(); // Spark ended this try, and the piece is no worse for it
            Thrown thrown = new Thrown(e);
            return PieceResult.of(thrown.isIo() ? Kind.IO_FAILED : Kind.THREW, thrown.sentence());
        }
    }

    /** Which machine this is, for people; empty where there is one alone. */
    private static String here() {
        BlockManagerId id = SparkEnv.get().blockManager().blockManagerId();
        return id.isDriver() ? "" : ", on " + id.host();
    }

    /** Where the pieces of a task are done. */
    private record TaskPlace(String submission, TaskContext task, Store store, Iterator<byte[]> rows)
            implements Engine.Place {

        @Override
        public String attempt() {
            return task.stageId() + "-" + task.stageAttemptNumber() + "-" + task.partitionId() + "-"
                    + task.taskAttemptId();
        }

        @Override
        public boolean isCancelled() {
            return task.isInterrupted() || Thread.currentThread().isInterrupted();
        }

        @Override
        public byte[] ask(byte[] question) throws IOException {
            return Questions.ask(submission, task.partitionId(), question);
        }
    }
}
