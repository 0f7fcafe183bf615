package dev.guerdon.spark.cluster;

import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
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
        try {
            return PieceResult.done(Engines.work(
                    job,
                    () -> ShippedJob.unpack(description.value()),
                    piece,
                    new TaskPlace(submission, task, store.value(), rows)));
        } catch (VirtualMachineError e) {
            throw e; // the process is not well; Spark ends it, and does the piece elsewhere
        } catch (Throwable e) {
            task.killTaskIfInterrupted(); // Spark ended this try, and the piece is no worse for it
            return PieceResult.failed(sentence(e));
        }
    }

    /** Guerdon's own exceptions have a sentence for the user; others need their type to be understood. */
    private static String sentence(Throwable problem) {
        String message = problem.getMessage();
        return isGuerdons(problem.getClass()) && message != null ? message : problem.toString();
    }

    /** By the name: the class itself is not visible here. */
    private static boolean isGuerdons(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals("dev.guerdon.api.GuerdonException")) {
                return true;
            }
        }
        return false;
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
