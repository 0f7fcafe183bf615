package dev.guerdon.cli.run;

import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.terminal.TerminalEscape;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * One episode, step by step.
 *
 * @param episode the episode
 * @param detail what happened in it
 * @param whole whether long texts are shown in full
 */
record EpisodePage(Episode episode, EpisodeDetail detail, boolean whole) {

    private static final int MAX_TEXT = 1200;

    /** Returns what the task says, and what its environment showed before the first turn. */
    private List<Message> opening() {
        List<Message> asked = detail.task().messages();
        List<Message> said = detail.trajectory().messages();
        int at = asked.isEmpty() ? -1 : Collections.indexOfSubList(said, asked);
        List<Message> opening = new ArrayList<>(asked);
        if (at >= 0) {
            said.stream()
                    .skip(at + (long) asked.size())
                    .takeWhile(message -> message.role().equals("user"))
                    .forEach(opening::add);
        }
        return opening;
    }

    String text() {
        StringBuilder out = new StringBuilder(cut(episode.key())).append("\n\n");
        for (Message message : opening()) {
            out.append(cut(message.role()) + ": " + cut(message.text()) + "\n");
        }
        for (Turn turn : detail.turns()) {
            out.append("\n--- step " + (turn.index() + 1) + ", "
                    + DurationText.format(turn.thinking().plus(turn.acting())) + effort(turn) + "\n");
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
                // The results of secondary rewards are kept with the trajectory.
                detail.trajectory().metrics().forEach((key, value) -> {
                    if (key.startsWith("reward_extra/")) {
                        add(out, "  " + cut(key.substring("reward_extra/".length())) + ": ", String.valueOf(value));
                    }
                });
            }
        }
        add(out, "used:   ", used());
        add(out, "ended:  ", ended());
        detail.artifacts().ifPresent(folder -> add(out, "files:  ", folder.toString()));
        return out.toString();
    }

    /** Returns who or what ended it. */
    private String ended() {
        String who = switch (episode.finish().kind()) {
            case TRUNCATED -> ", cut by the limit of " + episode.finish().limit();
            case MODEL_FAILED -> ", because the model failed";
            case ENVIRONMENT_LOST -> ", because the environment was lost";
            case FAILED -> ", because the agent or a tool failed";
            case ENDED, CANCELLED, UNKNOWN -> "";
        };
        return episode.finish().word() + " after " + episode.steps() + " steps" + who;
    }

    /** Returns what the model calls of the whole episode took. */
    private String used() {
        Usage usage = episode.usage();
        if (usage.tokens() == 0 && episode.retries() == 0) {
            return "";
        }
        return usage.calls() + " model calls, " + tokens(usage) + ", "
                + (usage.costKnown() ? String.format(Locale.ROOT, "$%.4f", usage.usd()) : "cost unknown")
                + waits(episode.retries(), episode.waited());
    }

    private static String tokens(Usage usage) {
        return String.format(Locale.ROOT, "%,d tokens in and %,d out", usage.inputTokens(), usage.outputTokens());
    }

    private static String waits(int retries, Duration waited) {
        return (retries > 0 ? ", " + retries + (retries == 1 ? " retry" : " retries") : "")
                + (waited.isZero() ? "" : ", waited " + DurationText.format(waited));
    }

    /** Returns what the model call of a step took, and why it ended. */
    private static String effort(Turn turn) {
        String tokens = turn.usage().tokens() == 0 ? "" : ", " + tokens(turn.usage());
        String cost = turn.usage().usd() > 0
                ? String.format(Locale.ROOT, ", $%.4f", turn.usage().usd())
                : "";
        int retries = turn.info().get(TurnInfo.RETRIES) instanceof Number count ? count.intValue() : 0;
        long waited = turn.info().get(TurnInfo.WAITED_SECONDS) instanceof Number seconds
                ? Math.round(1e3 * seconds.doubleValue())
                : 0;
        Object finish = turn.info().get(TurnInfo.REPLY_FINISH);
        return tokens + cost + waits(retries, Duration.ofMillis(waited)) + (finish == null ? "" : ", finish " + finish);
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
        String plain = TerminalEscape.text(text);
        return whole || plain.length() <= MAX_TEXT
                ? plain
                : plain.substring(0, MAX_TEXT) + "... (" + (plain.length() - MAX_TEXT)
                        + " more characters; --all shows them)";
    }
}
