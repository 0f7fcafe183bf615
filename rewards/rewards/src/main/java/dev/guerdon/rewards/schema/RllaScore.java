package dev.guerdon.rewards.schema;

import dev.guerdon.cpython.JsonReader;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.regex.BoundedRegex;
import dev.guerdon.rewards.schema.BfclChecker.BadGold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ToolRL's reward as verl has it: one point for the form, and up to three for the calls. */
final class RllaScore {

    private static final double MOST = 3;
    private static final double LEAST = -3;
    private static final String TURN = "<|im_start|>assistant";
    private static final String TURN_END = "<|im_end|>";
    private static final String CALL = "<tool_call>";
    private static final String CALL_END = "</tool_call>";
    private static final String SAY = "<response>";
    private static final String SAY_END = "</response>";

    private static final BoundedRegex THINK = BoundedRegex.python("(?s)^<think>.*?</think>$");
    private static final BoundedRegex THINK_SAY =
            BoundedRegex.python("(?s)^<think>.*?</think>\\n<response>.*?</response>$");
    private static final BoundedRegex THINK_CALL =
            BoundedRegex.python("(?s)^<think>.*?</think>\\n<tool_call>\\n.*?\\n</tool_call>$");
    private static final BoundedRegex THINK_CALL_SAY = BoundedRegex.python(
            "(?s)^<think>.*?</think>\\n<tool_call>\\n.*?\\n</tool_call>\\n<response>.*?</response>$");

    private RllaScore() {}

    /** Form that the response is not in: calls that Python would fail on. */
    private static final class Unreadable extends Exception {
        Unreadable() {
            super(null, null, false, false);
        }
    }

    /** Returns what verl takes from a Qwen chat as the response: the last assistant turn, up to its end mark, trimmed. */
    static String response(String text) {
        int start = text.lastIndexOf(TURN);
        String turn = start < 0 ? text : text.substring(start + TURN.length());
        int end = turn.indexOf(TURN_END);
        return PythonStrings.strip(end < 0 ? turn : turn.substring(0, end));
    }

    /** Returns one where the response has the blocks that the gold text has, each tag once, else zero. */
    static double format(String response, String gold, GradingSteps steps) {
        boolean call = gold.contains(CALL);
        boolean say = gold.contains(SAY);
        boolean once = (!call || (once(response, CALL) && once(response, CALL_END)))
                && (!say || (once(response, SAY) && once(response, SAY_END)));
        BoundedRegex form = call ? say ? THINK_CALL_SAY : THINK_CALL : say ? THINK_SAY : THINK;
        return once && form.found(response, steps) ? 1 : 0;
    }

    private static boolean once(String text, String tag) {
        int at = text.indexOf(tag);
        return at >= 0 && text.indexOf(tag, at + tag.length()) < 0;
    }

    /** Returns how well the calls agree, from -3 to 3; 0 where the gold text has none. */
    static double accuracy(String response, String gold, GradingSteps steps) {
        if (!gold.contains(CALL)) {
            return 0;
        }
        List<@Nullable Object> wanted;
        try {
            wanted = calls(gold);
        } catch (Unreadable e) {
            throw new BadGold("each line between <tool_call> and </tool_call> must be a JSON object");
        }
        if (!response.contains(CALL) || !response.contains(CALL_END)) {
            return LEAST;
        }
        try {
            return accuracy(wanted, calls(response), steps);
        } catch (Unreadable e) {
            return LEAST;
        }
    }

    private static List<@Nullable Object> calls(String text) throws Unreadable {
        int start = text.indexOf(CALL) + CALL.length();
        int next = text.indexOf(CALL, start);
        String block = text.substring(start, next < 0 ? text.length() : next);
        int end = block.indexOf(CALL_END);
        List<@Nullable Object> calls = new ArrayList<>();
        for (String line :
                PythonStrings.strip(end < 0 ? block : block.substring(0, end)).split("\n", -1)) {
            Optional<JsonReader.Value> read = JsonReader.read(line);
            if (read.isEmpty()) {
                throw new Unreadable();
            }
            calls.add(read.get().value());
        }
        return calls;
    }

    private static double accuracy(List<?> wanted, List<?> given, GradingSteps steps) throws Unreadable {
        if (PythonValues.equal(wanted, given)) {
            return MOST;
        }
        double score = overlap(names(wanted), names(given));
        double possible = 1;
        Set<Integer> used = new HashSet<>();
        for (Object call : wanted) {
            possible += 1.0 + size(member(call, "parameters"));
            double best = 0;
            int bestIndex = -1;
            for (int i = 0; i < given.size(); i++) {
                steps.step();
                if (used.contains(i) || !PythonValues.equal(name(given.get(i)), name(call))) {
                    continue;
                }
                double agreed = agreement(arguments(call), arguments(given.get(i)));
                if (agreed > best) {
                    best = agreed;
                    bestIndex = i;
                }
            }
            if (bestIndex >= 0) {
                used.add(bestIndex);
                score += best;
            }
        }
        return (MOST - LEAST) * score / possible + LEAST;
    }

    private static double agreement(Map<?, ?> wanted, Map<?, ?> given) {
        double same = 0;
        for (Map.Entry<?, ?> argument : wanted.entrySet()) {
            boolean equal = given.containsKey(argument.getKey())
                    && PythonValues.equal(given.get(argument.getKey()), argument.getValue());
            same += equal ? 1 : 0;
        }
        return overlap(List.copyOf(wanted.keySet()), List.copyOf(given.keySet())) + same;
    }

    private static List<Object> names(List<?> calls) throws Unreadable {
        List<Object> names = new ArrayList<>(calls.size());
        for (Object call : calls) {
            Object name = name(call);
            if (name instanceof List || name instanceof Map) {
                throw new Unreadable();
            }
            names.add(PythonValues.key(name));
        }
        return names;
    }

    private static @Nullable Object name(@Nullable Object call) throws Unreadable {
        return member(call, "name");
    }

    /** Python's length; the gold's arguments are looked into only where a call has their name. */
    private static int size(@Nullable Object arguments) throws Unreadable {
        return switch (arguments) {
            case Map<?, ?> map -> map.size();
            case List<?> list -> list.size();
            case String text -> text.codePointCount(0, text.length());
            case null, default -> throw new Unreadable();
        };
    }

    private static Map<?, ?> arguments(@Nullable Object call) throws Unreadable {
        if (member(call, "parameters") instanceof Map<?, ?> map) {
            return map;
        }
        throw new Unreadable();
    }

    private static @Nullable Object member(@Nullable Object call, String name) throws Unreadable {
        if (call instanceof Map<?, ?> map && map.containsKey(name)) {
            return map.get(name);
        }
        throw new Unreadable();
    }

    /** Returns how much of two bags is common to both. */
    private static double overlap(List<?> a, List<?> b) {
        if (a.equals(b)) {
            return 1;
        }
        Map<Object, Integer> left = new HashMap<>();
        for (Object element : a) {
            left.merge(element, 1, Integer::sum);
        }
        int common = 0;
        for (Object element : b) {
            int rest = left.getOrDefault(element, 0);
            if (rest > 0) {
                common++;
                left.put(element, rest - 1);
            }
        }
        return a.isEmpty() || b.isEmpty() ? 0 : (double) common / (a.size() + b.size() - common);
    }
}
