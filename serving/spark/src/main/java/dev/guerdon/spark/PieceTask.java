package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster.Receiver.Cause;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.BlockManagerId;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** Work of a task on an executor: one piece, with the engine of its job. Sent there by Spark. */
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
        ClusterStore files = store.value();
        try {
            return Result.done(ProcessEngines.work(
                    job,
                    () -> ClusterJob.of(description.value()),
                    piece,
                    new TaskPlace(submission, task, files, rows)));
        } catch (VirtualMachineError e) {
            throw e; // the process is not well; Spark ends it, and does the piece elsewhere
        } catch (ProcessEngines.NotReady e) {
            task.killTaskIfInterrupted();
            throw e; // nor is its machine
        } catch (ProcessEngines.Unopened e) {
            task.killTaskIfInterrupted();
            return Result.of(Cause.NO_ENGINE, e.getMessage() + here());
        } catch (Throwable e) {
            task.killTaskIfInterrupted(); // Spark ended this try, and the piece is no worse for it
            ProcessEngines.Thrown thrown = new ProcessEngines.Thrown(e);
            return Result.of(thrown.isIo() ? Cause.IO_FAILED : Cause.THREW, thrown.sentence());
        }
    }

    /** Returns which machine this is, for people; empty if there is one alone. */
    private static String here() {
        BlockManagerId id = SparkEnv.get().blockManager().blockManagerId();
        return id.isDriver() ? "" : ", on " + id.host();
    }

    /** Machine and process where the pieces of a task are done. */
    private record TaskPlace(String submission, TaskContext task, ClusterStore store, Iterator<byte[]> rows)
            implements PieceEngine.Place {

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
            return DriverRequestPlugin.ask(submission, task.partitionId(), question);
        }
    }

    /**
     * Result of a piece, as a task returns it: bytes, so that it does not matter which serializer the user has chosen.
     *
     * @param failed why it was not done; null if it was
     * @param value what the engine returned, or a sentence
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Result(@Nullable Cause failed, byte[] value) {

        static byte[] done(byte[] value) {
            return packed(0, value);
        }

        /** Returns a piece that was not done, and why. */
        @SuppressWarnings("EnumOrdinal") // both sides are of one version
        static byte[] of(Cause cause, String message) {
            return packed(cause.ordinal() + 1, message.getBytes(StandardCharsets.UTF_8));
        }

        private static byte[] packed(int kind, byte[] value) {
            byte[] packed = new byte[value.length + 1];
            packed[0] = (byte) kind;
            System.arraycopy(value, 0, packed, 1, value.length);
            return packed;
        }

        @SuppressWarnings("EnumOrdinal") // both sides are of one version
        static Result of(byte[] packed) {
            return new Result(
                    packed[0] == 0 ? null : Cause.values()[packed[0] - 1],
                    Arrays.copyOfRange(packed, 1, packed.length));
        }

        String message() {
            return new String(value, StandardCharsets.UTF_8);
        }
    }
}
