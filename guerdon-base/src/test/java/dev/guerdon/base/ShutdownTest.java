package dev.guerdon.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownTest {

    private final Shutdown shutdown = new Shutdown();
    private final List<String> done = new ArrayList<>();

    private Shutdown.Step add(Shutdown.Phase phase, String name) {
        return shutdown.add(phase, name, () -> done.add(name));
    }

    @Test
    void worksInTheOrderOfThePhasesWhateverTheOrderOfAdding() {
        add(Shutdown.Phase.CLOSE, "close");
        add(Shutdown.Phase.SAVE, "save");
        add(Shutdown.Phase.STOP, "stop");
        shutdown.run();
        assertThat(done).containsExactly("stop", "save", "close");
    }

    @Test
    void whatWasAddedLastIsClosedFirst() {
        add(Shutdown.Phase.CLOSE, "outer");
        add(Shutdown.Phase.CLOSE, "inner");
        shutdown.run();
        assertThat(done).containsExactly("inner", "outer");
    }

    @Test
    void aFailureDoesNotKeepTheRestFromBeingDone() {
        shutdown.add(Shutdown.Phase.STOP, "broken", () -> {
            throw new AssertionError("a failure that this test wants");
        });
        add(Shutdown.Phase.CLOSE, "close");
        shutdown.run();
        assertThat(done).containsExactly("close");
    }

    @Test
    void whatWasTakenBackIsNotDone() {
        Shutdown.Step step = add(Shutdown.Phase.STOP, "stop");
        assertThat(step.cancel()).isTrue();
        assertThat(step.cancel()).isFalse();
        shutdown.run();
        assertThat(done).isEmpty();
    }

    @Test
    void nothingCanBeTakenBackOnceTheEndHasBegun() {
        Shutdown.Step later = add(Shutdown.Phase.CLOSE, "close");
        List<Boolean> cancelled = new ArrayList<>();
        shutdown.add(Shutdown.Phase.STOP, "stop", () -> cancelled.add(later.cancel()));
        shutdown.run();
        assertThat(cancelled).containsExactly(false);
    }

    @Test
    void workIsDoneOnce() {
        add(Shutdown.Phase.SAVE, "save");
        shutdown.run();
        shutdown.run();
        assertThat(done).containsExactly("save");
    }

    @Test
    void aStepOfALaterPhaseMayBeAddedMeanwhile() {
        shutdown.add(Shutdown.Phase.STOP, "stop", () -> add(Shutdown.Phase.CLOSE, "close"));
        shutdown.run();
        assertThat(done).containsExactly("close");
    }
}
