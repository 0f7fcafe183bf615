package dev.guerdon.spark.cluster;

import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Receiver;
import dev.guerdon.cluster.spi.Receiver.Cause;
import dev.guerdon.cluster.spi.Receiver.Failure;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.concurrent.ExecutionContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import scala.util.Try;

/** Pieces that were handed to Spark as one job of its own; the receiver is told of each exactly once. */
final class SparkSubmission implements Cluster.Submission {

    /** How Spark says which task it has given up. */
    private static final Pattern GIVEN_UP = Pattern.compile("Task (\\d+) in stage \\S+ failed (\\d+) times");

    private static final Pattern LAST_LOSS = Pattern.compile("Lost task [^:]*\\(TID \\d+\\) \\(([^)]*)\\): ([^\\n]*)");

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final String id = Long.toString(NUMBERS.incrementAndGet());
    private final int pieces;
    private final Receiver receiver;
    private final Consumer<SparkSubmission> whenOver;
    private final BitSet told = new BitSet();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean cancelled;
    private @Nullable SimpleFutureAction<BoxedUnit> action;

    SparkSubmission(int pieces, Receiver receiver, Consumer<SparkSubmission> whenOver) {
        this.pieces = pieces;
        this.receiver = receiver;
        this.whenOver = whenOver;
    }

    /** Its name in this driver. */
    String id() {
        return id;
    }

    <T> void start(SparkContext context, RDD<T> tasks, Function1<Iterator<T>, byte[]> work) {
        Function2<Object, byte[], BoxedUnit> each = new AbstractFunction2<>() {
            @Override
            public BoxedUnit apply(Object piece, byte[] result) {
                tell((Integer) piece, PieceResult.of(result));
                return BoxedUnit.UNIT;
            }
        };
        Seq<Object> all = CollectionConverters.asScala(
                        IntStream.range(0, pieces).<Object>mapToObj(i -> i).toList())
                .toSeq();
        Questions.open(id, this::asked);
        SimpleFutureAction<BoxedUnit> started =
                context.submitJob(tasks, work, all, each, new AbstractFunction0<BoxedUnit>() {
                    @Override
                    public BoxedUnit apply() {
                        return BoxedUnit.UNIT;
                    }
                });
        synchronized (this) {
            action = started;
        }
        started.onComplete(
                new AbstractFunction1<Try<BoxedUnit>, Object>() {
                    @Override
                    public Object apply(Try<BoxedUnit> end) {
                        finish(end.isFailure() ? end.failed().get() : null);
                        return BoxedUnit.UNIT;
                    }
                },
                ExecutionContext.global());
        if (cancelled) {
            started.cancel();
        }
    }

    private byte[] asked(int piece, byte[] question) {
        synchronized (told) {
            if (cancelled || told.get(piece)) {
                throw new IllegalStateException("nobody wants this piece any more");
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

    private void tell(int piece, PieceResult result) {
        if (!first(piece)) {
            return;
        }
        if (result.isDone()) {
            receiver.done(piece, result.value());
        } else {
            receiver.failed(piece, new Failure(cancelled ? Cause.CANCELLED : Cause.THREW, result.message()));
        }
    }

    /** Tells of what Spark gave up. */
    private void finish(@Nullable Throwable problem) {
        try {
            String message = problem == null ? "" : String.valueOf(problem.getMessage());
            Matcher givenUp = GIVEN_UP.matcher(message);
            int lost = givenUp.find() ? Integer.parseInt(givenUp.group(1)) : -1;
            for (int piece = 0; piece < pieces; piece++) {
                if (first(piece)) {
                    receiver.failed(piece, failure(piece == lost || pieces == 1, message, givenUp, lost));
                }
            }
        } finally {
            Questions.close(id);
            whenOver.accept(this);
            over.countDown();
        }
    }

    private Failure failure(boolean isLost, String message, Matcher givenUp, int lost) {
        if (cancelled) {
            return new Failure(Cause.CANCELLED, "it was ended before it was done");
        }
        Optional<String> oldJava = OldJava.in(message);
        if (oldJava.isPresent()) {
            return new Failure(Cause.THREW, oldJava.get()); // it would be the same everywhere
        }
        if (!isLost) {
            return new Failure(Cause.ABANDONED, "Spark gave up another piece, and this one with it");
        }
        Matcher loss = LAST_LOSS.matcher(message);
        String how = loss.find()
                ? loss.group(2) + ", on " + loss.group(1)
                : message.lines().findFirst().orElse("");
        return new Failure(
                Cause.LOST,
                lost < 0 ? "Spark gave it up: " + how : "it was lost " + givenUp.group(2) + " times, last by " + how);
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

    @Override
    public void await() throws InterruptedException {
        over.await();
    }
}
