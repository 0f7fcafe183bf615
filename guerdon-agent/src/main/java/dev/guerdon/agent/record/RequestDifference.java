package dev.guerdon.agent.record;

import dev.guerdon.agent.model.ModelRequest;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Says how two requests differ, for a person who wonders why a replay found nothing. */
final class RequestDifference {

    /** Weighs more than a text that is a little more alike, and less than a whole message. */
    static final long SAME_ROLLOUT = 5_000;

    private static final long WHOLE_MESSAGE = 10_000;
    private static final int AROUND = 60;

    private RequestDifference() {}

    /** How alike two requests are: messages from the beginning, then characters of the first one that differs. */
    static long nearness(ModelRequest recorded, ModelRequest now) {
        int same = same(recorded.messages(), now.messages());
        long nearness = same * WHOLE_MESSAGE
                - Math.abs(recorded.messages().size() - now.messages().size());
        if (same < recorded.messages().size() && same < now.messages().size()) {
            String a = recorded.messages().get(same);
            String b = now.messages().get(same);
            int longer = Math.max(1, Math.max(a.length(), b.length()));
            nearness += 4_000L * (prefix(a, b) + suffix(a, b)) / longer;
        }
        return nearness;
    }

    private static int same(List<String> a, List<String> b) {
        int same = 0;
        while (same < a.size() && same < b.size() && a.get(same).equals(b.get(same))) {
            same++;
        }
        return same;
    }

    /** The differences, a line each. */
    static String of(ModelRequest recorded, ModelRequest now) {
        List<String> lines = new ArrayList<>();
        int same = same(recorded.messages(), now.messages());
        int recordedCount = recorded.messages().size();
        int count = now.messages().size();
        if (recordedCount != count) {
            lines.add("recorded " + recordedCount + " messages, now " + count);
        }
        if (same < recordedCount && same < count) {
            String a = readable(recorded.messages().get(same));
            String b = readable(now.messages().get(same));
            int at = prefix(a, b);
            lines.add("message " + (same + 1) + " differs at character " + (at + 1) + ":");
            lines.add("- " + around(a, at));
            lines.add("+ " + around(b, at));
        } else if (same < count) {
            lines.add("+ message " + (same + 1) + ": "
                    + around(readable(now.messages().get(same)), 0));
        } else if (same < recordedCount) {
            lines.add("- message " + (same + 1) + ": "
                    + around(readable(recorded.messages().get(same)), 0));
        }
        addTools(recorded, now, lines);
        return String.join("\n  ", lines);
    }

    private static void addTools(ModelRequest recorded, ModelRequest now, List<String> lines) {
        TreeSet<String> names = new TreeSet<>(recorded.tools().keySet());
        names.addAll(now.tools().keySet());
        for (String name : names) {
            String a = recorded.tools().get(name);
            String b = now.tools().get(name);
            if (a == null) {
                lines.add("+ tool " + name);
            } else if (b == null) {
                lines.add("- tool " + name);
            } else if (!a.equals(b)) {
                int at = prefix(a, b);
                lines.add("tool " + name + " differs:");
                lines.add("- " + around(a, at));
                lines.add("+ " + around(b, at));
            }
        }
    }

    /** A message as role and text where that is all it is. */
    private static String readable(String message) {
        Json json = JsonCodec.read(message, "a message");
        return json.find("content").filter(Json::isString).isPresent()
                        && json.find("tool_calls").isEmpty()
                ? json.get("role").asString() + ": " + json.get("content").asString()
                : message;
    }

    private static String around(String text, int at) {
        int from = Math.max(0, at - AROUND);
        int to = Math.min(text.length(), at + 2 * AROUND);
        return (from > 0 ? "..." : "")
                + text.substring(from, to).replace("\n", "\\n")
                + (to < text.length() ? "..." : "");
    }

    private static int prefix(String a, String b) {
        int most = Math.min(a.length(), b.length());
        int same = 0;
        while (same < most && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        return same;
    }

    private static int suffix(String a, String b) {
        int most = Math.min(a.length(), b.length()) - prefix(a, b);
        int same = 0;
        while (same < most && a.charAt(a.length() - 1 - same) == b.charAt(b.length() - 1 - same)) {
            same++;
        }
        return same;
    }
}
