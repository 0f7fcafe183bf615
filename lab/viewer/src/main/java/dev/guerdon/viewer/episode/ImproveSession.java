package dev.guerdon.viewer.episode;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.ImprovementSession;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.viewer.episode.SessionScreen.SessionView;
import dev.guerdon.viewer.episode.SessionScreen.SessionView.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A session of {@code guerdon improve}, as its {@code improve.json} tells it to programs. What an earlier or later version does not write
 * is left out.
 *
 * @param name the session's name
 * @param json what the file says
 */
record ImproveSession(String name, Json json) {

    private static final int LONG = 80;

    /** Returns the session of that name, if there is one of this kind. */
    static Optional<ImproveSession> in(RunStore store, String name) {
        return ImprovementSession.session(store, name).map(json -> new ImproveSession(name, json));
    }

    /** A candidate with all values that were changed up to it, so that a change can be shown as a difference. */
    private record Known(String change, List<String> parents, Map<String, String> values) {}

    SessionView view() {
        Map<String, Known> known = new LinkedHashMap<>();
        List<Entry> entries = new ArrayList<>();
        for (Json one : json.find("candidates").map(Json::asList).orElse(List.of())) {
            entries.add(entry(entries.size(), one, known));
        }
        return new SessionView(
                name,
                outcome(entries),
                TextPassage.of(text(json, "plan"), TextPassage.USUAL, ""),
                entries,
                lineage(known),
                List.of(),
                null);
    }

    private String outcome(List<Entry> entries) {
        long kept = entries.stream()
                .filter(entry -> entry.verdict().kind().equals("kept"))
                .count();
        int tried = Math.max(0, entries.size() - 1);
        return Stream.of(
                        tried + (tried == 1 ? " candidate, " : " candidates, ") + kept + " kept",
                        text(json, "ended"),
                        json.find("confirmation")
                                .map(held -> text(held, "sentence"))
                                .orElse(""),
                        json.find("spent").map(spent -> text(spent, "words")).orElse(""))
                .filter(words -> !words.isEmpty())
                .map(TextPassage::visible)
                .collect(Collectors.joining(" · "));
    }

    private static Entry entry(int number, Json one, Map<String, Known> known) {
        List<String> parents = one.find("parents").map(Json::asList).orElse(List.of()).stream()
                .filter(Json::isString)
                .map(Json::asString)
                .toList();
        Map<String, String> before = new LinkedHashMap<>();
        parents.stream().limit(1).map(known::get).forEach(parent -> {
            if (parent != null) {
                before.putAll(parent.values());
            }
        });
        Map<String, String> changes = changes(one);
        Map<String, String> values = new LinkedHashMap<>(before);
        values.putAll(changes);
        String change = TextPassage.visible(text(one, "change"));
        known.put(text(one, "id"), new Known(change, parents, values));
        return new Entry(
                number,
                change,
                verdict(text(one, "decision")),
                TextPassage.visible(text(one, "reason")),
                facts(one),
                parents.stream()
                        .map(known::get)
                        .map(parent -> parent == null ? "" : parent.change())
                        .filter(title -> !title.isEmpty())
                        .collect(Collectors.joining(" and ")),
                number(one, "train_mean")
                        .map(mean -> String.format(Locale.ROOT, "%.3f", mean))
                        .orElse(""),
                null,
                "",
                changes.entrySet().stream()
                        .map(each -> setting(each.getKey(), before.getOrDefault(each.getKey(), ""), each.getValue()))
                        .toList(),
                List.of());
    }

    private static SessionView.Verdict verdict(String word) {
        for (Decision.Verdict verdict : Decision.Verdict.values()) {
            if (verdict.name().equalsIgnoreCase(word)) {
                return SessionView.Verdict.of(verdict);
            }
        }
        return new SessionView.Verdict(TextPassage.line(word, 40), "", "other");
    }

    private static Map<String, String> changes(Json one) {
        Map<String, String> changes = new LinkedHashMap<>();
        one.find("changes")
                .filter(Json::isObject)
                .ifPresent(map -> map.asMap()
                        .forEach((name, value) ->
                                changes.put(name, value instanceof String text ? text : JsonCodec.write(value))));
        return changes;
    }

    private static List<String> facts(Json one) {
        List<String> facts = new ArrayList<>();
        add(facts, "proposed by ", text(one, "proposer"));
        add(facts, "for the cause ", text(one, "cause").replace('_', ' '));
        add(facts, "because ", text(one, "why"));
        add(facts, "reached ", text(one, "reached"));
        Optional<Double> gain = number(one, "gain");
        Optional<Double> low = number(one, "low");
        Optional<Double> high = number(one, "high");
        if (gain.isPresent() && low.isPresent() && high.isPresent()) {
            facts.add(String.format(
                    Locale.ROOT,
                    "tested: gain %+.3f (%.3f to %.3f, level %s, %s %ss)",
                    gain.get(),
                    low.get(),
                    high.get(),
                    number(one, "level")
                            .map(level -> String.format(Locale.ROOT, "%.4f", level))
                            .orElse("?"),
                    number(one, "compared")
                            .map(tasks -> String.format(Locale.ROOT, "%.0f", tasks))
                            .orElse("?"),
                    one.find("unit").map(Json::asString).orElse("task")));
        }
        return facts;
    }

    private static void add(List<String> facts, String before, String text) {
        if (!text.isEmpty()) {
            facts.add(before + TextPassage.visible(text));
        }
    }

    /** Returns a short value as before and after, a long one as a difference. */
    private static ChangedSetting setting(String name, String before, String after) {
        boolean brief = before.length() <= LONG && after.length() <= LONG && !(before + after).contains("\n");
        @Nullable TextDifference difference = brief ? null : TextDifference.between(name, before, after);
        return new ChangedSetting(
                TextPassage.visible(name),
                brief ? TextPassage.visible(before) : "",
                brief ? TextPassage.visible(after) : "",
                difference);
    }

    /** From the start to the champion, by the first parent of each. */
    private List<String> lineage(Map<String, Known> known) {
        List<String> states = new ArrayList<>();
        Known at = known.get(text(json, "champion"));
        while (at != null && states.size() <= known.size()) {
            states.addFirst(at.change());
            at = at.parents().isEmpty() ? null : known.get(at.parents().getFirst());
        }
        return states;
    }

    private static Optional<Double> number(Json json, String name) {
        return json.find(name).filter(Json::isNumber).map(Json::asDouble).filter(Double::isFinite);
    }

    private static String text(Json json, String name) {
        return json.find(name).filter(Json::isString).map(Json::asString).orElse("");
    }
}
