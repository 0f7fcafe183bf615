package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.base.Durations;
import dev.guerdon.cli.terminal.Shown;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.util.Locale;

/**
 * One episode, step by step.
 *
 * @param episode the episode
 * @param detail what happened in it
 * @param whole whether long texts are shown in full
 */
record EpisodePage(Episode episode, EpisodeDetail detail, boolean whole) {

    private static final int LONGEST = 1200;

    String text() {
        StringBuilder out = new StringBuilder(cut(episode.key())).append("\n\n");
        for (Message message : detail.task().messages()) {
            out.append(cut(message.role()))
                    .append(": ")
                    .append(cut(message.text()))
                    .append('\n');
        }
        for (Turn turn : detail.turns()) {
            out.append("\n--- step ").append(turn.index() + 1);
            out.append(", ")
                    .append(Durations.format(turn.thinking().plus(turn.acting())))
                    .append('\n');
            // A reply that is nothing but its call is shown once.
            add(out, "", turn.reply().equals(turn.action()) ? "" : turn.reply());
            add(out, "> ", turn.action());
            add(out, "", turn.observation());
            add(out, "", incomplete(turn));
            add(out, "error: ", turn.error());
            if (turn.reward() != 0) {
                add(out, "step reward: ", String.format(Locale.ROOT, "%.3f", turn.reward()));
            }
        }
        out.append("\n---\n");
        add(out, "answer: ", episode.answer());
        add(out, "gold:   ", episode.gold());
        add(out, "error:  ", episode.error());
        switch (episode.score()) {
            case Score.Scored scored -> {
                add(out, "reward: ", RunOutput.reward(scored.result().reward()));
                scored.result()
                        .extras()
                        .forEach((key, value) -> add(out, "  " + cut(key) + ": ", String.valueOf(value)));
            }
            case Score.Unscored unscored -> {
                add(out, "unscored: ", unscored.reason() + ", " + unscored.message());
                // What rewards beside it said is kept with the trajectory.
                detail.trajectory().metrics().forEach((key, value) -> {
                    if (key.startsWith("reward_extra/")) {
                        add(out, "  " + cut(key.substring("reward_extra/".length())) + ": ", String.valueOf(value));
                    }
                });
            }
        }
        add(out, "ended:  ", episode.finish().word() + " after " + episode.steps() + " steps");
        detail.artifacts().ifPresent(folder -> add(out, "files:  ", folder.toString()));
        return out.toString();
    }

    private static String incomplete(Turn turn) {
        String word = String.valueOf(turn.info().get(TurnInfo.REPLY_FINISH));
        return switch (ModelReply.Finish.of(word)) {
            case CUT -> "(the reply was cut by the limit of tokens: finish reason " + word + ")";
            case FILTERED -> "(the reply was held back by a filter of the provider: finish reason " + word + ")";
            case STOP, UNKNOWN -> "";
        };
    }

    private void add(StringBuilder out, String before, String text) {
        if (!text.isBlank()) {
            out.append(before).append(cut(text.strip())).append('\n');
        }
    }

    /** Without what would move the cursor or colour the terminal: a web page or a model wrote it. */
    private String cut(String text) {
        String plain = Shown.text(text);
        return whole || plain.length() <= LONGEST
                ? plain
                : plain.substring(0, LONGEST) + "... (" + (plain.length() - LONGEST)
                        + " more characters; --all shows them)";
    }
}
