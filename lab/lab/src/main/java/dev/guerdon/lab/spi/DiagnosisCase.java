package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.text.DateText;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GiveUpWords;
import dev.guerdon.lab.text.GoldText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An episode that lost reward, as a {@link DiagnosisRule} sees it: what happened, the gold answer, and a way to score other answers.
 */
@Experimental
public final class DiagnosisCase {

    /** Scores other answers in an episode's place, with the reward that scored it. */
    public interface Rescorer {

        /** Returns the score of each answer, in order; empty where the reward cannot score it. */
        List<Optional<Double>> score(EpisodeDetail detail, String submitted, List<String> answers);
    }

    private final Episode episode;
    private final EpisodeDetail detail;
    private final Rescorer rescorer;
    private final GoldText goldText;
    private @Nullable Boolean goldSeen;

    public DiagnosisCase(Episode episode, EpisodeDetail detail, Rescorer rescorer) {
        this.episode = episode;
        this.detail = detail;
        this.rescorer = rescorer;
        this.goldText = GoldText.of(episode.gold());
    }

    /**
     * Returns a case to try a rule on, without a run: nothing can be scored.
     *
     * @param task what was asked
     * @param gold the right answer, empty if there is none
     * @param answer what was answered, empty for nothing
     */
    public static DiagnosisCase of(Task task, String gold, String answer, List<Turn> turns) {
        Episode episode = new Episode(
                task.id(),
                0,
                0,
                "",
                gold,
                new Score.Scored(RewardResult.of(0)),
                new Episode.Ending(FinishReason.TERMINAL, true, answer, ""),
                new Episode.Effort(turns.size(), Usage.NONE, Instant.EPOCH, Duration.ZERO));
        EpisodeDetail detail = new EpisodeDetail(task, Trajectory.empty(), turns, Optional.empty());
        return new DiagnosisCase(
                episode, detail, (its, submitted, answers) -> Collections.nCopies(answers.size(), Optional.empty()));
    }

    public Episode episode() {
        return episode;
    }

    public List<Turn> turns() {
        return detail.turns();
    }

    public String answer() {
        return episode.answer();
    }

    /** Returns whether anybody wrote down what was said and done; where nobody did, no answer was seen, nor that there was none. */
    public boolean recorded() {
        return detail.recorded(episode);
    }

    /** Returns whether there is an answer: not nothing, and not only that the agent has none. */
    public boolean answered() {
        return !episode.answer().isBlank() && !GiveUpWords.isGiveUp(episode.answer(), episode.gold());
    }

    /** Returns the gold answer, empty where the task has none. */
    public String gold() {
        return episode.gold();
    }

    /** Returns what the agent was asked, as text. */
    public String question() {
        String asked = detail.task().messages().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .collect(Collectors.joining("\n"));
        return asked.isBlank()
                ? detail.task()
                        .field("question")
                        .map(json -> String.valueOf(json.value()))
                        .orElse("")
                : asked;
    }

    /** Returns what the run's own reward gives for other answers in this episode's place, in order; empty where it cannot score one. */
    public List<Optional<Double>> rescore(List<String> answers) {
        return rescorer.score(detail, answer(), answers);
    }

    /** Returns what the run's own reward gives for another answer. */
    public Optional<Double> rescore(String otherAnswer) {
        return rescore(List.of(otherAnswer)).getFirst();
    }

    /** Returns the score of the gold answer: the most that any fix could bring. */
    public Optional<Finding.Counterfactual> atMost() {
        return gold().isBlank()
                ? Optional.empty()
                : rescore(gold())
                        .filter(score -> score > episode.reward())
                        .map(score -> new Finding.Counterfactual(score, gold(), true));
    }

    /** Returns whether most of the gold answer stood in something that the model was shown. */
    public boolean goldSeen() {
        if (goldSeen == null) {
            goldSeen = turns().stream().anyMatch(turn -> goldText.share(seen(turn)) >= GoldText.MOST);
        }
        return goldSeen;
    }

    /** Returns the first turn whose shown text has most of the gold answer. */
    public Optional<Turn> goldSighting() {
        return turns().stream()
                .filter(turn -> goldText.share(seen(turn)) >= GoldText.MOST)
                .findFirst();
    }

    /** Returns what the model was shown in a turn. */
    public static String seen(Turn turn) {
        StringBuilder shown = new StringBuilder(turn.prompt());
        boolean cut = whole(turn, TurnInfo.PAGE_CUT) >= 0 || whole(turn, TurnInfo.PAYLOAD_CUT) >= 0;
        if (!cut) {
            // What the environment answered is the next prompt only as far as it was not cut.
            shown.append('\n').append(turn.observation());
        }
        shown.append('\n').append(upTo(text(turn, TurnInfo.PAGE_TEXT), whole(turn, TurnInfo.PAGE_CUT)));
        shown.append('\n').append(upTo(text(turn, TurnInfo.PAYLOAD), whole(turn, TurnInfo.PAYLOAD_CUT)));
        return shown.toString();
    }

    /** Returns a text among a turn's facts, empty if there is none. */
    public static String text(Turn turn, String key) {
        Object value = turn.info().get(key);
        return value == null || Boolean.FALSE.equals(value) ? "" : Objects.toString(value);
    }

    /** Returns a whole number among a turn's facts, -1 if there is none. */
    public static int whole(Turn turn, String key) {
        return turn.info().get(key) instanceof Number number ? number.intValue() : -1;
    }

    /** Returns the addresses that were visited or fetched in a turn: its page, and every address in its action and parameters. */
    public static Set<String> addresses(Turn turn) {
        Set<String> found = new LinkedHashSet<>();
        Addresses.findAll(turn.action(), found);
        Addresses.findAll(text(turn, TurnInfo.PARAMS), found);
        Addresses.findAll(text(turn, TurnInfo.URL), found);
        return found;
    }

    /** Returns the parameters of an address by name in lower case, decoded if that is possible; the last of a name counts. */
    public static Map<String, String> parameters(String address) {
        return Addresses.parameters(address);
    }

    /**
     * Returns what a turn was called with, by name in lower case: the parameters of its addresses, those of its call, however deep they stand, and
     * those that its action spells out, as in {@code weather(tz="UTC")}.
     */
    public static Map<String, String> parameters(Turn turn) {
        Map<String, String> found = new LinkedHashMap<>();
        Addresses.named(turn.action(), found);
        addresses(turn).forEach(address -> found.putAll(Addresses.parameters(address)));
        Addresses.flattened(turn.info().get(TurnInfo.PARAMS), found);
        return found;
    }

    /** Returns every date that a text names, in whichever of the usual ways it is written. */
    public static List<LocalDate> dates(String text) {
        return DateText.in(text);
    }

    /** Returns a text as evidence: on one line, in quotes, cut if it is long. */
    public static String quote(String text) {
        return DisplayFormat.quote(text);
    }

    private static String upTo(String text, int cut) {
        return cut >= 0 && cut < text.length() ? text.substring(0, cut) : text;
    }

    /** Reads the addresses that an agent went to. They come from a model or a page, so nothing about them is certain. */
    private static final class Addresses {

        private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s\"'<>\\\\)}\\]]+");
        private static final Pattern NAMED = Pattern.compile(
                "[\"']?\\b([A-Za-z_]\\w{0,40})[\"']?\\s*[:=]\\s*(?:[\"']([^\"']{0,200})[\"']|([^\\s\"'&,;(){}\\[\\]]{1,200}))");
        private static final int MAX_TEXT = 20_000;
        private static final int MAX_FOUND = 50;

        private Addresses() {}

        /** Adds every address in a text. */
        static void findAll(String text, Set<String> found) {
            Matcher matcher = ADDRESS.matcher(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
            while (matcher.find() && found.size() < MAX_FOUND) {
                found.add(matcher.group());
            }
        }

        /** Returns the query's parameters by name in lower case, decoded if that is possible; the last of a name counts. */
        static Map<String, String> parameters(String address) {
            Map<String, String> parameters = new LinkedHashMap<>();
            int question = address.indexOf('?');
            if (question < 0) {
                return parameters;
            }
            int hash = address.indexOf('#', question);
            for (String pair : address.substring(question + 1, hash < 0 ? address.length() : hash)
                    .split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            decoded(pair.substring(0, equals)).toLowerCase(Locale.ROOT),
                            decoded(pair.substring(equals + 1)));
                }
            }
            return parameters;
        }

        /** Adds what a call spells out: {@code name="value"}, {@code name=value}, {@code "name": "value"}. */
        static void named(String text, Map<String, String> found) {
            Matcher matcher = NAMED.matcher(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
            while (matcher.find() && found.size() < MAX_FOUND) {
                String value = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
                found.put(matcher.group(1).toLowerCase(Locale.ROOT), value);
            }
        }

        /** Adds the values of an object by name, those of the objects in it too. */
        static void flattened(@Nullable Object value, Map<String, String> found) {
            if (value instanceof Map<?, ?> map) {
                map.forEach((key, inner) -> {
                    if (inner instanceof Map || inner instanceof List) {
                        flattened(inner, found);
                    } else if (inner != null && found.size() < MAX_FOUND) {
                        found.put(String.valueOf(key).toLowerCase(Locale.ROOT), String.valueOf(inner));
                    }
                });
            } else if (value instanceof List<?> list) {
                list.forEach(inner -> flattened(inner, found));
            }
        }

        private static String decoded(String text) {
            try {
                return URLDecoder.decode(text, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }
    }
}
