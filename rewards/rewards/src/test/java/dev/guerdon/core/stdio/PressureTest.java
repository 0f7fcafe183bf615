package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that ask for more than they read. */
@Timeout(240)
class PressureTest {

    private static final int CHARACTERS = 64 << 10;

    @Test
    @Tag("slow")
    void computingPausesWhereTheClientDoesNotRead() throws Exception {
        int count = 2000; // 125 MiB of results
        String[] lines = Collections.nCopies(count, "{\"characters\":" + CHARACTERS + "}")
                .toArray(String[]::new);
        TrialRewards.LARGE.set(0);
        try (Talk talk = Talk.here().greeted()) {
            int id = talk.score("{\"reward\":\"large_reward\"}", lines);
            int before;
            do {
                before = TrialRewards.LARGE.get();
                Thread.sleep(300); // not for anything to happen, but to see whether it does
            } while (before == 0 || TrialRewards.LARGE.get() > before);
            assertThat((long) TrialRewards.LARGE.get() * CHARACTERS)
                    .as("bytes of results, of which the outbox, the threads and the pipe hold some")
                    .isLessThan(FrameWriter.MAX_UNSENT_RESULTS + (16L << 20));
            assertThat(talk.results(id)).hasSize(count);
        }
    }

    @Test
    void requestsBeyondTheWindowAreRefused() throws Exception {
        TrialRewards.release = new CountDownLatch(1);
        String stuck = "{\"reward\":\"waiting_reward\",\"deadline\":0}";
        try (Talk talk = Talk.here(new FlowControlWindow(1000, 3)).greeted()) {
            int first = talk.score(stuck, "{\"stuck\":true}");
            int second = talk.score(stuck, "{\"stuck\":true}");
            Json tooLarge = talk.error(talk.score(stuck, " ".repeat(1000)));
            assertThat(tooLarge.get("error").asString()).isEqualTo("busy");
            int third = talk.score(stuck, "{\"stuck\":true}");
            Json tooMany = talk.error(talk.score(stuck, "{\"stuck\":true}"));
            assertThat(tooMany.get("error").asString()).isEqualTo("busy");
            assertThat(tooMany.get("message").asString()).contains("3 requests", "1000 bytes");
            TrialRewards.release.countDown();
            Set<Integer> done = new HashSet<>();
            while (done.size() < 3) {
                EngineFrame frame = talk.next();
                if (frame.kind() == EngineFrame.DONE) {
                    done.add(frame.id());
                }
            }
            assertThat(done).containsExactlyInAnyOrder(first, second, third);
            assertThat(talk.results(talk.score(stuck, "{\"stuck\":false, \"more\":\"" + "x".repeat(2000) + "\"}")))
                    .as("alone, a larger one is taken")
                    .hasSize(1);
        } finally {
            TrialRewards.release.countDown();
        }
    }

    @Test
    @Tag("slow")
    void clientThatNeverReadsIsNotReadEither() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            // Each answer is far larger than its request.
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (true) {
                        talk.ask("{\"do\":\"rewards\"}");
                    }
                } catch (java.io.IOException e) {
                    // The test is over.
                }
            });
            long before;
            do {
                before = talk.unread();
                Thread.sleep(500); // not for anything to happen, but to see whether it does
            } while (before < FrameWriter.MAX_UNSENT / 2 || talk.unread() > before);
            assertThat(talk.unread()).isBetween(FrameWriter.MAX_UNSENT / 2, FrameWriter.MAX_UNSENT + (4L << 20));
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("guerdon-in-")))
                    .as("threads that read, of this and other tests")
                    .hasSizeLessThan(60);
        }
    }
}
