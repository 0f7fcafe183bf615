package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Trajectory.FinishReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps what was played elsewhere: its files, its lines, and what the listener makes of it.
 *
 * @param listener told of each episode as if it had been played here
 * @param artifacts the folder for an episode's files, where they are kept
 * @param lines the lines of the run that other machines wrote
 * @param notices receives what a user should know
 */
record Keeper(
        RolloutListener listener,
        Function<RolloutPlan, Optional<Path>> artifacts,
        RunLines lines,
        Consumer<String> notices) {

    /** Keeps an episode that was played to its end on a host. */
    void keep(PieceResult.Played played, String host) throws IOException {
        Rollout rollout = played.rollout();
        RolloutPlan plan = rollout.plan();
        Optional<Path> folder = artifacts.apply(plan);
        if (folder.isPresent() && rollout.trajectory().finishReason() != FinishReason.CANCELLED) {
            played.artifacts().writeTo(folder.get());
            if (!played.artifacts().leftOut().isEmpty()) {
                notices.accept("the episode " + plan.id() + " left too many bytes of files on " + host
                        + " (the most is " + (Artifacts.MOST_BYTES >> 20) + " MiB); not brought back: "
                        + String.join(", ", played.artifacts().leftOut()));
            }
        }
        for (Turn turn : rollout.turns()) {
            listener.turned(plan, turn);
        }
        listener.ended(rollout);
    }
}
