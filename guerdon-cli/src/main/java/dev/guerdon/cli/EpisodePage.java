package dev.guerdon.cli;

import dev.guerdon.agent.Turn;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.core.Durations;
import dev.guerdon.core.MessageWriter;
import dev.guerdon.lab.Episode;
import dev.guerdon.lab.EpisodeDetail;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One episode, step by step.
 *
 * @param episode the episode
 * @param detail what happened in it
 * @param whole whether long texts are shown in full
 */
record EpisodePage(Episode episode, EpisodeDetail detail, boolean whole) {

    private static final int LONGEST = 1200;

    /** An episode without what was said in it. */
    static Map<String, @Nullable Object> object(Episode episode) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", episode.task());
        out.put("repeat", episode.repeat());
        out.put("seed", episode.seed());
        out.put("domain", episode.domain());
        switch (episode.score()) {
            case Score.Scored scored -> {
                out.put("reward", scored.result().reward());
                out.put("extras", scored.result().extras());
            }
            case Score.Unscored unscored -> {
                out.put("reward", null);
                out.put("unscored", unscored);
            }
        }
        out.put("finish", episode.finish().word());
        out.put("completed", episode.completed());
        out.put("steps", episode.steps());
        out.put("answer", episode.answer());
        out.put("gold", episode.gold());
        out.put("error", episode.error());
        out.put("usage", episode.usage());
        out.put("started", episode.started().toString());
        out.put("seconds", episode.duration().toNanos() / 1e9);
        return out;
    }

    Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> out = object(episode);
        Map<String, @Nullable Object> task = new LinkedHashMap<>();
        task.put("id", detail.task().id());
        task.put("messages", MessageWriter.messages(detail.task().messages()));
        task.put("fields", detail.task().fields());
        out.put("task_detail", task);
        out.put("turns", detail.turns().stream().map(EpisodePage::turn).toList());
        out.put(
                "trajectory",
                detail.trajectory().segments().stream()
                        .map(MessageWriter::messages)
                        .toList());
        out.put("artifacts", detail.artifacts().map(Object::toString));
        return out;
    }

    private static Map<String, @Nullable Object> turn(Turn turn) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("index", turn.index());
        out.put("prompt", turn.prompt());
        out.put("reply", turn.reply());
        out.put("action", turn.action());
        out.put("observation", turn.observation());
        out.put("reward", turn.reward());
        out.put("error", turn.error());
        out.put("thinking_seconds", turn.thinking().toNanos() / 1e9);
        out.put("acting_seconds", turn.acting().toNanos() / 1e9);
        out.put("usage", turn.usage());
        out.put("info", turn.info());
        return out;
    }

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
