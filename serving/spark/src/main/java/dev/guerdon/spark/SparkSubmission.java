package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Receiver.Cause;
import dev.guerdon.cli.spi.Cluster.Receiver.Failure;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.jspecify.annotations.Nullable;
import scala.Function0;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.concurrent.ExecutionContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import scala.util.Try;

/** Pieces that were handed to Spark as one job of its own; the receiver is told of each exactly once. */
final class SparkSubmission implements Cluster.Submission {

    /** Spark's message about a task that it has given up. */
    private static final Pattern TOO_OFTEN = Pattern.compile("Task (\\d+) in stage \\S+ failed (\\d+) times");

    /** Spark's message that it has no executor left for a task: it does not try one again where it failed. */
    private static final Pattern NOWHERE = Pattern.compile("task (\\d+) \\(partition \\d+\\)\\s+cannot run anywhere");

    private static final Pattern NOT_READY =
            Pattern.compile("^" + Pattern.quote(ProcessEngines.NotReady.class.getName()) + ": (.*)");

    private static final Pattern LAST_LOSS = Pattern.compile("Lost task [^:]*\\(TID \\d+\\) \\(([^)]*)\\): ([^\\n]*)");

    private static final Pattern OLD_JAVA = Pattern.compile(
            "UnsupportedClassVersionError: dev/guerdon/.*class file version (\\d+)\\.\\d+.* up to (\\d+)\\.\\d+");

    /** Java 1 has the version 45 of class files, and each later one the next. */
    private static final int BEFORE_JAVA_1 = 44;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final String id = Long.toString(NUMBERS.incrementAndGet());
    private final int pieces;
    private final Receiver receiver;
    private final SparkCluster cluster;
    private final Consumer<SparkSubmission> whenOver;
    private final BitSet told = new BitSet();
    private volatile boolean cancelled;
    private @Nullable SimpleFutureAction<BoxedUnit> action;

    SparkSubmission(int pieces, Receiver receiver, SparkCluster cluster, Consumer<SparkSubmission> whenOver) {
        this.pieces = pieces;
        this.receiver = receiver;
        this.cluster = cluster;
        this.whenOver = whenOver;
    }

    /** Returns its name in this driver. */
    String id() {
        return id;
    }

    <T> void start(SparkContext context, RDD<T> tasks, Function1<Iterator<T>, byte[]> work) {
        Function2<Object, byte[], BoxedUnit> each = (piece, result) -> {
            tell((Integer) piece, PieceTask.Result.of(result));
            return BoxedUnit.UNIT;
        };
        Seq<Object> all = CollectionConverters.asScala(
                        IntStream.range(0, pieces).<Object>mapToObj(i -> i).toList())
                .toSeq();
        DriverRequestPlugin.open(id, this::asked);
        SimpleFutureAction<BoxedUnit> started =
                context.submitJob(tasks, work, all, each, (Function0<BoxedUnit>) () -> BoxedUnit.UNIT);
        synchronized (this) {
            action = started;
        }
        Function1<Try<BoxedUnit>, Object> over = end -> {
            finish(end.isFailure() ? end.failed().get() : null);
            return BoxedUnit.UNIT;
        };
        started.onComplete(over, ExecutionContext.global());
        if (cancelled) {
            started.cancel();
        }
    }

    private byte[] asked(int piece, byte[] question) {
        synchronized (told) {
            if (cancelled || told.get(piece)) {
                throw new IllegalStateException("this piece is not needed any more");
            }
        }
        return receiver.asked(piece, question);
    }

    private boolean first(int piece) {
        synchronized (told) {
            if (told.get(piece)) {
                return false;
            }
            told.set(piece);
            return true;
        }
    }

    private void tell(int piece, PieceTask.Result result) {
        if (!first(piece)) {
            return;
        }
        Cause failed = result.failed();
        if (failed == null) {
            receiver.done(piece, result.value());
        } else {
            receiver.failed(piece, new Failure(cancelled ? Cause.CANCELLED : failed, result.message()));
        }
    }

    /** Tells of what Spark gave up. */
    void finish(@Nullable Throwable problem) {
        try {
            GivenUp givenUp = GivenUp.of(problem == null ? "" : String.valueOf(problem.getMessage()));
            if (problem != null && !cancelled && givenUp.piece < 0) {
                cluster.noteEnd(givenUp.message);
            }
            for (int piece = 0; piece < pieces; piece++) {
                if (first(piece)) {
                    receiver.failed(piece, failure(piece, givenUp));
                }
            }
        } finally {
            DriverRequestPlugin.close(id);
            whenOver.accept(this);
        }
    }

    /**
     * Why Spark ended a job of its own.
     *
     * @param message what it says
     * @param piece the one that it gave up; -1 where it names none
     * @param tries how often it was tried, as far as that is known
     * @param loss how the last try ended
     */
    private record GivenUp(String message, int piece, int tries, String loss) {

        static GivenUp of(String message) {
            Matcher task = TOO_OFTEN.matcher(message);
            Matcher nowhere = NOWHERE.matcher(message);
            Matcher last = LAST_LOSS.matcher(message);
            String loss = last.find() ? last.group(2) + ", on " + last.group(1) : ExecutorWatch.firstLine(message);
            if (task.find()) {
                return new GivenUp(message, Integer.parseInt(task.group(1)), Integer.parseInt(task.group(2)), loss);
            }
            return new GivenUp(message, nowhere.find() ? Integer.parseInt(nowhere.group(1)) : -1, 1, loss);
        }
    }

    private Failure failure(int piece, GivenUp givenUp) {
        if (cancelled) {
            return new Failure(Cause.CANCELLED, "it was ended before it was done");
        }
        if (givenUp.piece < 0 && cluster.isOver()) {
            return new Failure(Cause.CANCELLED, cluster.endReason(givenUp.message));
        }
        Optional<String> oldJava = oldJava(givenUp.message);
        if (oldJava.isPresent()) {
            return new Failure(Cause.NO_ENGINE, oldJava.get()); // it would be the same everywhere
        }
        if (piece != givenUp.piece && pieces > 1) {
            return new Failure(Cause.ABANDONED, "Spark gave up another piece, and this one with it");
        }
        Matcher notReady = NOT_READY.matcher(givenUp.loss);
        if (notReady.find()) {
            return new Failure(Cause.NO_ENGINE, notReady.group(1));
        }
        return new Failure(
                Cause.LOST,
                givenUp.piece < 0
                        ? "Spark gave it up: " + givenUp.loss
                        : "it was lost " + (givenUp.tries == 1 ? "once" : givenUp.tries + " times") + ", last by "
                                + givenUp.loss,
                givenUp.tries);
    }

    /** Returns what to tell the user where executors have a Java too old for Guerdon's classes: Spark itself is content with Java 17. */
    static Optional<String> oldJava(String message) {
        Matcher error = OLD_JAVA.matcher(message);
        if (!error.find()) {
            return Optional.empty();
        }
        int needed = Integer.parseInt(error.group(1)) - BEFORE_JAVA_1;
        int found = Integer.parseInt(error.group(2)) - BEFORE_JAVA_1;
        return Optional.of("the executors run Java " + found + ", and Guerdon needs Java " + needed
                + " or newer there; install one on the machines of the cluster and name it with --conf"
                + " spark.executorEnv.JAVA_HOME=FOLDER, or start the workers with it");
    }

    @Override
    public void cancel() {
        cancelled = true;
        synchronized (this) {
            if (action != null) {
                action.cancel();
            }
        }
    }
}
