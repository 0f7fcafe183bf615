package dev.guerdon.server.scoring;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.JsonScanner;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.server.http.ServeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a request for scores. The records stay as bytes: the reward says later which of their values are needed.
 *
 * @param rewards the names of the rewards, empty where the body names none
 * @param many whether several rewards were asked for, so that the answer has an object of them
 * @param single whether the body is one record and not a list
 * @param from where each record begins
 * @param to where each record ends
 * @param deadline how long all of it may take; null where the body does not say
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ScoreBody(
        List<String> rewards,
        boolean many,
        boolean single,
        int[] from,
        int[] to,
        @Nullable Duration deadline) {

    private static final List<String> KNOWN = List.of("reward", "rewards", "sample", "samples", "batch_deadline");
    private static final int MOST_REWARDS = 100;

    int count() {
        return from.length;
    }

    /**
     * Reads a body.
     *
     * @param named whether the address has the name of the reward; then the body is the record, or a list of them
     * @param most the most records
     */
    static ScoreBody read(byte[] bytes, boolean named, int most) {
        int start = JsonScanner.space(bytes, 0, bytes.length);
        if (start == bytes.length) {
            throw bad("the body is empty; expected a record or a list of records as JSON");
        }
        Reader reader = new Reader(bytes, most);
        return switch (bytes[start]) {
            case '[' -> reader.list(start);
            case '{' -> named ? reader.one(start) : reader.envelope(start);
            default -> throw problem(bytes, "expected an object or a list of records");
        };
    }

    private static ServeException bad(String message) {
        return ServeException.bad(message);
    }

    /** Finds the words for what is wrong with a body. */
    private static ServeException problem(byte[] bytes, String otherwise) {
        JsonCodec.read(bytes, "the request body");
        return bad("the request body: " + otherwise);
    }

    /** Finds where the records are. */
    private static final class Reader {
        private final byte[] bytes;
        private final int most;
        private int[] from = new int[8];
        private int[] to = new int[8];
        private int count;

        Reader(byte[] bytes, int most) {
            this.bytes = bytes;
            this.most = most;
        }

        private ScoreBody body(List<String> rewards, boolean many, boolean single, @Nullable Duration deadline) {
            return new ScoreBody(rewards, many, single, Arrays.copyOf(from, count), Arrays.copyOf(to, count), deadline);
        }

        private int end(int at) {
            int end = JsonScanner.value(bytes, at, bytes.length);
            if (end == JsonScanner.INVALID) {
                throw problem(bytes, "expected a JSON value at byte " + at);
            }
            return end;
        }

        private void add(int start, int end) {
            if (count == most) {
                throw new ServeException(
                        413,
                        "too_many_samples",
                        "the request has more than " + most + " samples; send fewer at once, or send JSON lines, which"
                                + " have no limit");
            }
            if (count == from.length) {
                from = Arrays.copyOf(from, count * 2);
                to = Arrays.copyOf(to, count * 2);
            }
            from[count] = start;
            to[count++] = end;
        }

        private void requireEnd(int at) {
            if (JsonScanner.space(bytes, at, bytes.length) < bytes.length) {
                throw problem(bytes, "there is more text behind the JSON value");
            }
        }

        ScoreBody one(int start) {
            int end = end(start);
            requireEnd(end);
            add(start, end);
            return body(List.of(), false, true, null);
        }

        ScoreBody list(int start) {
            requireEnd(elements(start));
            return body(List.of(), false, false, null);
        }

        /** Adds the elements of a list; gives where it ends. */
        private int elements(int start) {
            int at = JsonScanner.space(bytes, start + 1, bytes.length);
            if (at < bytes.length && bytes[at] == ']') {
                return at + 1;
            }
            while (true) {
                int end = end(at);
                add(at, end);
                at = JsonScanner.space(bytes, end, bytes.length);
                if (at < bytes.length && bytes[at] == ']') {
                    return at + 1;
                }
                if (at >= bytes.length || bytes[at] != ',') {
                    throw problem(bytes, "expected ',' or ']' at byte " + at);
                }
                at = JsonScanner.space(bytes, at + 1, bytes.length);
            }
        }

        ScoreBody envelope(int start) {
            List<String> rewards = new ArrayList<>();
            List<String> seen = new ArrayList<>();
            Duration deadline = null;
            int at = JsonScanner.space(bytes, start + 1, bytes.length);
            boolean more = at < bytes.length && bytes[at] != '}';
            while (more) {
                if (bytes[at] != '"') {
                    throw problem(bytes, "expected a name at byte " + at);
                }
                int nameEnd = end(at);
                String name = JsonCodec.read(Arrays.copyOfRange(bytes, at, nameEnd), "the request body")
                        .asString();
                at = JsonScanner.space(bytes, nameEnd, bytes.length);
                if (at >= bytes.length || bytes[at] != ':') {
                    throw problem(bytes, "expected ':' at byte " + at);
                }
                at = JsonScanner.space(bytes, at + 1, bytes.length);
                check(name, seen);
                int end;
                if (name.equals("samples")) {
                    if (at >= bytes.length || bytes[at] != '[') {
                        throw problem(bytes, "'samples' must be a list of records");
                    }
                    end = elements(at);
                } else {
                    end = end(at);
                    switch (name) {
                        case "sample" -> add(at, end);
                        case "reward" -> rewards.add(text(name, at, end));
                        case "rewards" -> rewards.addAll(texts(at, end));
                        default -> deadline = seconds(at, end);
                    }
                }
                at = JsonScanner.space(bytes, end, bytes.length);
                if (at >= bytes.length || (bytes[at] != ',' && bytes[at] != '}')) {
                    throw problem(bytes, "expected ',' or '}' at byte " + at);
                }
                more = bytes[at] == ',';
                if (more) {
                    at = JsonScanner.space(bytes, at + 1, bytes.length);
                    more = at < bytes.length;
                }
            }
            if (at >= bytes.length) {
                throw problem(bytes, "the object does not end");
            }
            requireEnd(at + 1);
            if (seen.contains("sample") == seen.contains("samples")) {
                throw bad(
                        "the request body: expected either 'sample', one record, or 'samples', a list of them; to send"
                                + " a record alone, name the reward in the address: POST /v1/score/NAME");
            }
            return body(rewards, seen.contains("rewards"), seen.contains("sample"), deadline);
        }

        private void check(String name, List<String> seen) {
            if (!KNOWN.contains(name)) {
                String shown = name.length() > 60 ? name.substring(0, 60) + "..." : name;
                throw bad("the request body has no '" + shown + "'" + NameRules.didYouMean(shown, KNOWN)
                        + "; it may have: " + String.join(", ", KNOWN)
                        + ". To send a record alone, name the reward in the address: POST /v1/score/NAME");
            }
            if (seen.contains(name)
                    || (name.startsWith("reward") && seen.stream().anyMatch(s -> s.startsWith("reward")))) {
                throw bad("the request body names '" + name + "' twice, or has 'reward' beside 'rewards'");
            }
            seen.add(name);
        }

        private Json json(int start, int end) {
            return JsonCodec.read(Arrays.copyOfRange(bytes, start, end), "the request body");
        }

        private String text(String what, int start, int end) {
            if (json(start, end).value() instanceof String text && !text.isEmpty()) {
                return text;
            }
            throw bad("the request body: '" + what + "' must be the name of a reward");
        }

        private List<String> texts(int start, int end) {
            if (!(json(start, end).value() instanceof List<?> list) || list.isEmpty() || list.size() > MOST_REWARDS) {
                throw bad("the request body: 'rewards' must be a list of 1 to " + MOST_REWARDS + " names of rewards");
            }
            List<String> names = new ArrayList<>();
            for (Object each : list) {
                if (!(each instanceof String text) || text.isEmpty() || names.contains(text)) {
                    throw bad("the request body: 'rewards' must be names of rewards, each once");
                }
                names.add(text);
            }
            return names;
        }

        private Duration seconds(int start, int end) {
            if (json(start, end).value() instanceof Number number
                    && number.doubleValue() > 0
                    && number.doubleValue() <= 86_400) {
                return Duration.ofNanos(Math.max(1, Math.round(number.doubleValue() * 1e9)));
            }
            throw bad("the request body: 'batch_deadline' must be a number of seconds above 0");
        }
    }
}
