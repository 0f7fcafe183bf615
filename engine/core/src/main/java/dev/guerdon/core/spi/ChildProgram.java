package dev.guerdon.core.spi;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.DeadlineThread;
import dev.guerdon.core.worker.ParentLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Program of one of the {@link ChildProcesses}: does the pieces that its parent sends, and ends with it. */
@Internal
public final class ChildProgram {

    private final ParentLink link;
    private final Map<Integer, CompletableFuture<byte[]>> asked = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();

    private ChildProgram(ParentLink link) {
        this.link = link;
    }

    /** Workers that do the pieces. */
    public interface Work {

        /** Does a piece of work on the calling thread. */
        byte[] work(byte[] piece, Parent parent) throws Exception;
    }

    /** Parent that a piece may ask while it is done. */
    public interface Parent {

        /**
         * Asks the process that gave the piece.
         *
         * @throws IOException if it has no answer
         */
        byte[] ask(byte[] question) throws IOException, InterruptedException;
    }

    /** Makes ready to do pieces. */
    public interface Opener {

        /**
         * Makes ready to do the pieces of a job.
         *
         * @param job what the pieces have in common
         * @param folder an empty folder of this process
         */
        Work open(byte[] job, Path folder) throws Exception;
    }

    /**
     * Serves the parent until it is gone. Does not return.
     *
     * @param arguments those of the main method
     */
    public static void serve(String[] arguments, Opener opener) throws IOException {
        ProcessShutdown
                .ignoreInterrupts(); // Ctrl-C in a terminal reaches every process; the parent decides what it means
        Path folder = Path.of(arguments[0]);
        ParentLink link = ParentLink.connect(folder);
        link.take();
        ChildProgram program = new ChildProgram(link);
        CompletableFuture<Work> opened = new CompletableFuture<>();
        OwnThread.start("guerdon-open", () -> {
            try {
                byte[] job = Files.readAllBytes(folder.resolveSibling(ChildProcesses.JOB));
                opened.complete(opener.open(job, Files.createDirectory(folder.resolve("open"))));
            } catch (Throwable e) {
                link.refuse(CodeFault.of(e).reason());
            }
        });
        Work work = opened.join();
        link.ready(Map.of());
        while (true) {
            EngineFrame frame = link.take();
            switch (frame.kind()) {
                case EngineFrame.SCORE -> OwnThread.start("guerdon-piece", () -> program.work(work, frame));
                case EngineFrame.ANSWER -> program.answered(frame);
                default -> link.refuse("the parent sent a frame that no child knows");
            }
        }
    }

    private void work(Work work, EngineFrame piece) {
        EngineFrame answer;
        try {
            byte[] result = work.work(piece.payload(), this::ask);
            answer = new EngineFrame(
                    EngineFrame.DONE, piece.id(), ChildProcesses.flagged(DeadlineThread.isSomeCallAbandoned(), result));
        } catch (Throwable e) {
            answer = new EngineFrame(
                    EngineFrame.ERROR, piece.id(), CodeFault.of(e).reason().getBytes(StandardCharsets.UTF_8));
        }
        link.send(answer);
    }

    private byte[] ask(byte[] question) throws IOException, InterruptedException {
        int number = questions.incrementAndGet();
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        asked.put(number, answer);
        try {
            link.send(new EngineFrame(EngineFrame.QUERY, number, question));
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException problem ? problem : new IOException(e);
        } finally {
            asked.remove(number);
        }
    }

    private void answered(EngineFrame frame) {
        CompletableFuture<byte[]> waiting = asked.get(frame.id());
        if (waiting != null) {
            byte[] rest = Arrays.copyOfRange(frame.payload(), 1, frame.payload().length);
            if (frame.payload()[0] == 1) {
                waiting.complete(rest);
            } else {
                waiting.completeExceptionally(new IOException(new String(rest, StandardCharsets.UTF_8)));
            }
        }
    }
}
