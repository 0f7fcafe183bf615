package dev.guerdon.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run under way, watched and stopped in a real browser. */
class LiveInBrowserTest {

    @TempDir
    Path folder;

    private final Semaphore permits = new Semaphore(0);

    private Registry registry() {
        Registry registry = Registry.discover();
        registry.reward("one", sample -> 1);
        registry.policy(new Policy() {
            @Override
            public String name() {
                return "waits";
            }

            @Override
            public String description() {
                return "answers once it may";
            }

            @Override
            public Session begin(Task task, Context context, long seed) {
                return messages -> {
                    permits.acquireUninterruptibly();
                    return Message.assistant("done");
                };
            }
        });
        return registry;
    }

    @Test
    @Tag("slow")
    void readerSeesEpisodesEndAndStopsTheRun() throws Exception {
        RunStore store = new RunStore(folder.resolve("runs"));
        Suite suite = new Suite(
                "made-up",
                "",
                List.of(Suite.Part.builder(
                                "part",
                                "one",
                                IntStream.range(0, 50)
                                        .mapToObj(i -> Task.of("task-" + i, "?", Map.of()))
                                        .toList())
                        .model("policy:waits")
                        .limits(RolloutLimits.turns(3))
                        .build()));
        RunJob job = RunJob.create(
                registry(),
                store,
                RunOptions.builder(suite)
                        .parallel(2)
                        .budget(RunOptions.Budget.NONE)
                        .build());
        CompletableFuture<Run> running = CompletableFuture.supplyAsync(() -> {
            try {
                return job.run(new RolloutListener() {});
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        long begun = System.nanoTime();
        while (job.begun().isEmpty()
                && System.nanoTime() - begun < Duration.ofMinutes(1).toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        String run = job.begun().orElseThrow().getFileName().toString();
        try (Browser browser = Browser.open();
                ViewerForTests viewer = ViewerForTests.of(store, false)) {
            browser.size(1280, 900);
            browser.go(viewer.url("/runs/" + run));
            browser.until("document.querySelector('#live').textContent.includes('task-0')");
            browser.until("document.querySelector('#live').textContent.includes('0 of 50')");
            permits.release(1);
            browser.until("document.querySelector('#live').textContent.includes('1 of 50')");
            assertThat(browser.text("document.querySelectorAll('[data-live-words]').length"))
                    .isEqualTo("1");
            browser.until("document.querySelector('#live button[value=pause]')");
            browser.evaluate("document.querySelector('#live button[value=pause]').click()");
            browser.until(
                    "document.querySelector('#live .badge') && document.querySelector('#live .badge').textContent === 'paused'");
            browser.until("document.querySelector('#live button[value=stop]')");
            browser.evaluate("document.querySelector('#live button[value=stop]').click()");
            browser.until(
                    "document.querySelector('#live .badge') && document.querySelector('#live .badge').textContent === 'stopping'");
            permits.release(100);
            try (Run ended = running.get(1, TimeUnit.MINUTES)) {
                assertThat(ended.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
                assertThat(ended.episodes().size()).isBetween(1, 4);
            }
            browser.until("document.querySelector('#live').textContent.includes('has ended')");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
