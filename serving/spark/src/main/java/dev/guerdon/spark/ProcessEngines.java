package dev.guerdon.spark;

import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** The engines of this process, one for each job. A job's last piece is not known to be the last. */
final class ProcessEngines {
    private static final SharedByKey<PieceEngine> OPEN = new SharedByKey<>(PieceEngine::close);

    /** The engine of a job cannot be opened, here or elsewhere: rewards do not compile, for example. */
    static final class Unopened extends Exception {
        private static final long serialVersionUID = 1;

        Unopened(String message) {
            super(message);
        }
    }

    /**
     * This process cannot open the engine of a job, because of its machine. It goes through to Spark, which does the piece elsewhere;
     * if it is tried nowhere else, Spark's message tells it to the driver by the name of this class.
     */
    static final class NotReady extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Without its cause, whose class the driver may not know. */
        NotReady(String message) {
            super(message);
        }
    }

    /** Fault of an engine, which has classes that are not visible here. */
    record Thrown(Throwable problem) {

        /** No chain of causes is longer, unless it is a circle. */
        private static final int DEEPEST = 50;

        /** Returns a sentence for the user: the message of Guerdon's own exceptions, and others with their type. */
        String sentence() {
            String message = problem.getMessage();
            return isGuerdons(problem.getClass()) && message != null ? message : problem.toString();
        }

        /** Returns whether a class is Guerdon's own exception, by its name: the class itself is not visible here. */
        private static boolean isGuerdons(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                if (each.getName().equals("dev.guerdon.api.GuerdonException")) {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether something could not be read or written. */
        boolean isIo() {
            Throwable each = problem;
            for (int depth = 0; each != null && depth < DEEPEST; depth++) {
                if (each instanceof IOException) {
                    return true;
                }
                each = each.getCause();
            }
            return false;
        }
    }

    /**
     * Does a piece of a job with its engine, which is opened where this is the first.
     *
     * @throws NotReady where something of this machine keeps the engine from being opened
     * @throws Unopened where it could not be opened on any machine
     */
    static byte[] work(String job, Supplier<ClusterJob> description, byte[] piece, PieceEngine.Place here)
            throws Exception {
        try (SharedByKey<PieceEngine>.Use use = take(job, description, loader())) {
            return use.value().work(piece, here);
        }
    }

    private static GuerdonLoader loader() {
        try {
            return GuerdonLoader.shared();
        } catch (UncheckedIOException e) {
            throw new NotReady(String.valueOf(e.getMessage()));
        }
    }

    private static SharedByKey<PieceEngine>.Use take(String job, Supplier<ClusterJob> description, GuerdonLoader loader)
            throws Unopened {
        try {
            return OPEN.take(job, folder -> {
                ClusterJob shipped = shipped(description);
                return loader.create(PieceEngine.OPENER, PieceEngine.Opener.class)
                        .open(shipped, folder);
            });
        } catch (VirtualMachineError | NotReady e) {
            throw e;
        } catch (Throwable e) {
            Thrown thrown = new Thrown(e);
            if (thrown.isIo()) {
                throw new NotReady(thrown.sentence());
            }
            throw new Unopened(thrown.sentence());
        }
    }

    private static ClusterJob shipped(Supplier<ClusterJob> description) {
        try {
            return description.get();
        } catch (Exception e) { // not only unchecked ones: Scala does not say which ones it throws
            throw new NotReady("the job did not arrive: " + new Thrown(e).sentence());
        }
    }

    /** Ends the engine of a job, once no piece uses it. */
    static void end(String job) {
        OPEN.end(job);
    }
}
