package dev.guerdon.agent.loop;

import dev.guerdon.agent.model.TokenEstimate;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What the model is shown of a rollout, folded where it becomes too long.
 *
 * <p>Folding keeps the opening (system prompt and task) and the last turns word by word. Of the turns between, one line each is
 * kept: what was done and how its result began; the oldest lines go first where even those become too many.
 */
final class Conversation {

    private static final int LONGEST_LINE = 240;

    /** The part of the limit that the lines about folded turns may take. */
    private static final int SUMMARY_PART = 4;

    /** One turn, from the assistant's message on. */
    private record Exchange(List<Message> messages, String line) {}

    private final RolloutScope rollout;
    private final int foldTokens;
    private final int keep;
    private final List<Message> opening;
    private final Deque<String> folded = new ArrayDeque<>();
    private int dropped;
    private final List<Exchange> exchanges = new ArrayList<>();

    /**
     * @param foldTokens at how many tokens, roughly, to fold; 0 for never
     * @param keep how many turns stay
     */
    Conversation(RolloutScope rollout, List<Message> opening, int foldTokens, int keep) {
        this.rollout = rollout;
        this.opening = List.copyOf(opening);
        this.foldTokens = foldTokens;
        this.keep = keep;
        opening.forEach(rollout::say);
    }

    /** All that the model is to see. */
    List<Message> messages() {
        List<Message> all = new ArrayList<>(opening);
        if (!folded.isEmpty()) {
            all.add(summary());
        }
        exchanges.forEach(exchange -> all.addAll(exchange.messages));
        return List.copyOf(all);
    }

    /** Adds a turn that goes on, and folds where that makes the conversation too long. */
    void add(Message reply, List<Message> answers, Turn turn) {
        answers.forEach(rollout::say);
        List<Message> messages = new ArrayList<>();
        messages.add(reply);
        messages.addAll(answers);
        exchanges.add(new Exchange(messages, line(turn)));
        if (foldTokens > 0 && exchanges.size() > keep && TokenEstimate.of(messages()) > foldTokens) {
            fold();
        }
    }

    private void fold() {
        while (exchanges.size() > keep) {
            folded.add(exchanges.removeFirst().line);
        }
        long most = (long) foldTokens * 4 / SUMMARY_PART;
        long length = folded.stream().mapToLong(String::length).sum();
        while (folded.size() > 1 && length > most) {
            length -= folded.remove().length();
            dropped++;
        }
        rollout.fold();
        messages().forEach(rollout::say);
    }

    private Message summary() {
        StringBuilder text = new StringBuilder("What you did so far, in short:\n");
        if (dropped > 0) {
            text.append("(").append(dropped).append(" earlier turns are left out)\n");
        }
        folded.forEach(line -> text.append(line).append('\n'));
        return Message.user(text.append("The conversation goes on from here.").toString());
    }

    private static String line(Turn turn) {
        String done = turn.action().isEmpty() ? "no action" : turn.action();
        return "- turn " + (turn.index() + 1) + ": " + cut(done) + " -> " + cut(turn.observation());
    }

    private static String cut(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "..." : line;
    }
}
