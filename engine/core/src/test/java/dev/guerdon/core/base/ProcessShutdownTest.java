package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessShutdownTest {

    private final ProcessShutdown shutdown = new ProcessShutdown();
    private final List<String> done = new ArrayList<>();

    private ProcessShutdown.Step add(ProcessShutdown.Phase phase, String name) {
        return shutdown.add(phase, name, () -> done.add(name));
    }

    @Test
    void worksInTheOrderOfThePhasesWhateverTheOrderOfAdding() {
        add(ProcessShutdown.Phase.CLOSE, "close");
        add(ProcessShutdown.Phase.SAVE, "save");
        add(ProcessShutdown.Phase.STOP, "stop");
        shutdown.run();
        assertThat(done).containsExactly("stop", "save", "close");
    }

    @Test
    void whatWasAddedLastIsClosedFirst() {
        add(ProcessShutdown.Phase.CLOSE, "outer");
        add(ProcessShutdown.Phase.CLOSE, "inner");
        shutdown.run();
        assertThat(done).containsExactly("inner", "outer");
    }

    @Test
    void aFailureDoesNotKeepTheRestFromBeingDone() {
        shutdown.add(ProcessShutdown.Phase.STOP, "broken", () -> {
            throw new AssertionError("a failure that this test wants");
        });
        add(ProcessShutdown.Phase.CLOSE, "close");
        shutdown.run();
        assertThat(done).containsExactly("close");
    }

    @Test
    void whatWasTakenBackIsNotDone() {
        ProcessShutdown.Step step = add(ProcessShutdown.Phase.STOP, "stop");
        assertThat(step.cancel()).isTrue();
        assertThat(step.cancel()).isFalse();
        shutdown.run();
        assertThat(done).isEmpty();
    }

    @Test
    void nothingCanBeTakenBackOnceTheEndHasBegun() {
        ProcessShutdown.Step later = add(ProcessShutdown.Phase.CLOSE, "close");
        List<Boolean> cancelled = new ArrayList<>();
        shutdown.add(ProcessShutdown.Phase.STOP, "stop", () -> cancelled.add(later.cancel()));
        shutdown.run();
        assertThat(cancelled).containsExactly(false);
    }

    @Test
    void workIsDoneOnce() {
        add(ProcessShutdown.Phase.SAVE, "save");
        shutdown.run();
        shutdown.run();
        assertThat(done).containsExactly("save");
    }

    @Test
    void aStepOfALaterPhaseMayBeAddedMeanwhile() {
        shutdown.add(ProcessShutdown.Phase.STOP, "stop", () -> add(ProcessShutdown.Phase.CLOSE, "close"));
        shutdown.run();
        assertThat(done).containsExactly("close");
    }
}
