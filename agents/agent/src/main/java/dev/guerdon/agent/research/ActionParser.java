package dev.guerdon.agent.research;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code ACTION:} and {@code PARAMS:} lines, and repairs what models often get wrong: fences, quotes, braces, commas, other
 * names for actions and parameters, parameters in the action's line.
 */
final class ActionParser {

    /** Longer replies are read up to here. */
    static final int MAX_LENGTH = 100_000;

    private static final int LONGEST_NAME = 60;

    private static final Pattern ACTION =
            Pattern.compile("(?im)^[ \\t>*_#`\"{-]*action[ \\t*_`\"]*[:=][ \\t*_`\"'\\[]*([A-Za-z][A-Za-z_ -]*)(.*)$");
    private static final Pattern PARAMS = Pattern.compile(
            "(?i)(?:params|parameters|param|arguments|args|input|action[ _]input)[ \\t*_`\"]*[:=][ \\t*_`]*");
    private static final Pattern FENCE = Pattern.compile("(?m)^[ \\t]*```[A-Za-z]*[ \\t]*$");
    private static final Pattern BID = Pattern.compile("(?:bid[ =:]*)?[\\[('\"]*([A-Za-z]*\\d+)[\\])'\"]*");

    /**
     * Content of a reply.
     *
     * @param thought what stands before the action
     * @param action the action, if one could be read
     * @param problem why none could be read, else empty
     * @param open whether the parameters begin with a brace that is never closed, as where a reply was cut
     */
    record Reading(String thought, Optional<ResearchAction> action, String problem, boolean open) {

        /** Returns the same thought without an action, and why. */
        Reading refused(String why) {
            return unreadable(thought, why);
        }
    }

    private ActionParser() {}

    static Reading read(String reply) {
        String text = FENCE.matcher(reply.substring(0, Math.min(reply.length(), MAX_LENGTH)))
                .replaceAll("");
        Matcher action = ACTION.matcher(text);
        if (!action.find()) {
            return unreadable(
                    text, "there is no line 'ACTION: name' in your reply; write one action with its PARAMS line");
        }
        String thought = text.substring(0, action.start())
                .replaceAll("(?i)</?think(?:ing)?>", "")
                .strip();
        String name = name(String.valueOf(action.group(1)));
        Optional<ResearchAction.Kind> kind = ResearchAction.Kind.named(name);
        if (kind.isEmpty()) {
            List<String> known = Arrays.stream(ResearchAction.Kind.values())
                    .map(ResearchAction.Kind::word)
                    .toList();
            return unreadable(
                    thought,
                    "there is no action '" + shown(name) + "'" + NameRules.didYouMean(name, known)
                            + " The actions are: " + String.join(", ", known));
        }
        String first = String.valueOf(action.group(2));
        int from = action.end();
        // A reply has one action; what a further one says is not the first one's.
        String rest = first + text.substring(from, action.find() ? action.start() : text.length());
        return read(kind.get(), name, rest, thought);
    }

    private static Reading read(ResearchAction.Kind kind, String name, String rest, String thought) {
        Matcher params = PARAMS.matcher(rest);
        String written = (params.find() ? rest.substring(params.end()) : rest).strip();
        Map<String, @Nullable Object> members = members(kind, written);
        Object value = members.get(kind.parameter());
        for (String other : kind.otherParameters()) {
            value = value == null ? members.get(other) : value;
        }
        if (kind == ResearchAction.Kind.SCROLL_PAGE) {
            boolean up = name.endsWith("_up")
                    || String.valueOf(value).toLowerCase(Locale.ROOT).contains("up");
            return new Reading(thought, Optional.of(new ResearchAction(kind, up ? "up" : "down")), "", false);
        }
        boolean open = written.startsWith("{") && written.indexOf('}') < 0;
        String text = value == null ? "" : text(value);
        if (kind == ResearchAction.Kind.CLICK_LINK) {
            Matcher bid = BID.matcher(text.strip());
            text = bid.matches() ? String.valueOf(bid.group(1)) : "";
        }
        // An empty answer is one where the model says so, and not where nothing could be read.
        if (kind == ResearchAction.Kind.SUBMIT_ANSWER ? value == null : text.isBlank()) {
            return unreadable(
                    thought,
                    kind.word() + " needs the parameter " + kind.parameter() + ", as in PARAMS: {\"" + kind.parameter()
                            + "\": \"...\"}");
        }
        boolean verbatim = kind == ResearchAction.Kind.SUBMIT_ANSWER;
        return new Reading(thought, Optional.of(new ResearchAction(kind, verbatim ? text : text.strip())), "", open);
    }

    private static Map<String, @Nullable Object> members(ResearchAction.Kind kind, String written) {
        String text = written.startsWith("(") ? written.substring(1).strip() : written;
        int brace = text.indexOf('{');
        Optional<Object> read =
                LenientJson.read(brace > 0 && text.substring(0, brace).isBlank() ? text.substring(brace) : text);
        if (read.isPresent() && read.get() instanceof Map<?, ?> map) {
            return plain(map);
        }
        Map<String, @Nullable Object> members = LenientJson.readMembers(text);
        if (!members.isEmpty() && Arrays.stream(ResearchAction.Kind.values()).anyMatch(one -> names(one, members))) {
            return members;
        }
        if (read.isPresent() && !text.isEmpty()) {
            Object value = read.get();
            String line = value instanceof String string ? string.replaceFirst("\\)\\s*$", "") : text(value);
            return Map.of(kind.parameter(), line);
        }
        return Map.of();
    }

    private static boolean names(ResearchAction.Kind kind, Map<String, @Nullable Object> members) {
        return members.containsKey(kind.parameter())
                || kind.otherParameters().stream().anyMatch(members::containsKey);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> plain(Map<?, ?> map) {
        Map<String, @Nullable Object> members = (Map<String, @Nullable Object>) map;
        Object nested = members.get("params");
        return nested instanceof Map<?, ?> inner ? plain(inner) : members;
    }

    private static String name(String written) {
        String words = written.strip().replaceAll("[ -]+", "_");
        return NameRules.snakeCase(
                        words.equals(words.toUpperCase(Locale.ROOT)) ? words.toLowerCase(Locale.ROOT) : words)
                .replaceAll("_+", "_")
                .replaceAll("^_|_$", "");
    }

    private static String shown(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "..." : name;
    }

    private static String text(Object value) {
        return value instanceof String string ? string : JsonCodec.write(value);
    }

    private static Reading unreadable(String thought, String problem) {
        return new Reading(thought.strip(), Optional.empty(), problem, false);
    }
}
