package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.base.Durations;
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
        StringBuilder out = new StringBuilder(episode.key()).append("\n\n");
        for (Message message : detail.task().messages()) {
            out.append(message.role()).append(": ").append(cut(message.text())).append('\n');
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
                scored.result().extras().forEach((key, value) -> add(out, "  " + key + ": ", String.valueOf(value)));
            }
            case Score.Unscored unscored -> add(out, "unscored: ", unscored.reason() + ", " + unscored.message());
        }
        add(out, "ended:  ", episode.finish().word() + " after " + episode.steps() + " steps");
        detail.artifacts().ifPresent(folder -> add(out, "files:  ", folder.toString()));
        return out.toString();
    }

    private void add(StringBuilder out, String before, String text) {
        if (!text.isBlank()) {
            out.append(before).append(cut(text.strip())).append('\n');
        }
    }

    /** Without what would move the cursor or colour the terminal: a web page or a model wrote it. */
    private String cut(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "\ufffd");
        return whole || plain.length() <= LONGEST
                ? plain
                : plain.substring(0, LONGEST) + "... (" + (plain.length() - LONGEST)
                        + " more characters; --all shows them)";
    }
}
