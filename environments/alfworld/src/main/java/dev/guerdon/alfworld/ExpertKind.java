package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.AlfworldException;
import dev.guerdon.alfworld.game.GameEpisode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Expert that fills {@code expert_plan}, and how, in the words of the reference's configuration. */
enum ExpertKind {
    /** Nobody; costs nothing. */
    NONE,
    /** The planner, which sees everything: all commands to the goal. */
    PLANNER,
    /** A player that reads only the texts: its next command alone, and {@code look} where it knows none or the game has just begun. */
    HANDCODED;

    private static final List<String> LOOK = List.of("look");
    private static final int MAX_IDEAS = 100;

    /** Returns the expert that an option names. */
    public static ExpertKind of(@Nullable String text) {
        return switch (text == null ? "none" : text.strip()) {
            case "none" -> NONE;
            case "planner" -> PLANNER;
            case "handcoded" -> HANDCODED;
            default ->
                throw new AlfworldException("expected --expert planner, handcoded or none, found '" + text + "'");
        };
    }

    /** The hand-coded expert in one episode. */
    public static final class Follower {

        private final ExploringPlayer explorer = new ExploringPlayer();
        private List<String> advice = LOOK;

        public Follower(GameEpisode begun) {
            explorer.begin(begun.text());
        }

        /** Sees what a command did. */
        public void observe(String command, GameEpisode now) {
            explorer.observe(GameEpisode.strip(command), now.text());
            if (now.commands().stream().anyMatch(each -> each.startsWith("put "))) {
                explorer.usePut();
            }
            advice = advise(now);
        }

        private List<String> advise(GameEpisode now) {
            boolean startedOver = now.isWon();
            for (int i = 0; i < MAX_IDEAS; i++) {
                Optional<String> idea = explorer.advise();
                if (idea.isPresent() && now.commands().contains(idea.get())) {
                    return List.of(idea.get());
                }
                if (idea.isPresent()) {
                    explorer.reject(idea.get());
                } else if (startedOver) {
                    return LOOK;
                } else {
                    explorer.startOver();
                    startedOver = true;
                }
            }
            return LOOK;
        }

        /** Returns what the expert would do now. */
        public List<String> advice() {
            return advice;
        }
    }
}
