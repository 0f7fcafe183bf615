package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScoringDispatcherTest {

    /** More pieces than come back, some milliseconds apart, before what is left of one of them is handed out. */
    private static final int MANY = 10_000;

    /** How many pieces had come back when the rest was handed out. */
    private final CompletableFuture<Integer> restCame = new CompletableFuture<>();

    private volatile int back;

    @Test
    @Timeout(60)
    void whatIsLeftOfAPieceDoesNotWaitForTheEndWhileOthersComeBackAllTheTime() throws Exception {
        List<String> pieces =
                IntStream.range(0, MANY).mapToObj(i -> "piece " + i).toList();
        ScoringDispatcher<String> handout = new ScoringDispatcher<>(
                this::submit, (piece, result) -> piece.equals("piece 0") ? List.of("rest") : List.of(), () -> false);
        assertThat(handout.run(pieces)).isEmpty();
        assertThat(restCame).isCompletedWithValueMatching(before -> before < MANY);
    }

    private Cluster.Submission submit(List<String> some, Receiver receiver) {
        if (some.contains("rest")) {
            restCame.complete(back);
        }
        Thread.ofVirtual().start(() -> {
            for (int i = 0; i < some.size(); i++) {
                receiver.done(i, new byte[0]);
                if (some.size() == MANY) {
                    back = i + 1;
                    pause();
                }
            }
        });
        return () -> {};
    }

    /** A cluster that is busy, until it has the rest. */
    private void pause() {
        try {
            restCame.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // Not yet.
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
