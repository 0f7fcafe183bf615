package dev.guerdon.browser;

import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.PageAction.Call;
import dev.guerdon.cpython.PythonException;
import dev.guerdon.cpython.PythonLiterals;
import dev.guerdon.cpython.PythonRepr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the calls in the text of an action: {@code name(values, names=values)}, one or more, with comments. */
final class CallParser {

    /** A call as it was written. */
    public record Written(String name, List<@Nullable Object> positional, List<Call.Named> named) {}

    private static final int FAILED = -1;
    private static final int LONGEST_WORD = 16;

    /** Letters and digits of the scripts whose words messages show whole: Latin, Greek, Cyrillic. */
    private static final String WORD_RANGES =
            "09AZaz\u00aa\u00aa\u00b2\u00b3\u00b5\u00b5\u00b9\u00ba\u00c0\u00d6\u00d8\u00f6"
                    + "\u00f8\u024f\u0370\u0374\u0376\u0377\u037a\u037d\u037f\u037f\u0386\u0386\u0388\u038a\u038c\u038c\u038e\u03a1"
                    + "\u03a3\u03e1\u03f0\u03f5\u03f7\u0481\u048a\u052f\u1c80\u1c88\u1d26\u1d2b\u1d5e\u1d5e\u1d60\u1d60\u1d66\u1d6a"
                    + "\u1d78\u1d78\u1f00\u1f15\u1f18\u1f1d\u1f20\u1f45\u1f48\u1f4d\u1f50\u1f57\u1f59\u1f59\u1f5b\u1f5b\u1f5d\u1f5d"
                    + "\u1f5f\u1f7d\u1f80\u1fb4\u1fb6\u1fbc\u1fbe\u1fbe\u1fc2\u1fc4\u1fc6\u1fcc\u1fd0\u1fd3\u1fd6\u1fdb\u1fe0\u1fec"
                    + "\u1ff2\u1ff4\u1ff6\u1ffc\ua640\ua66e\ua67f\ua69d\uab65\uab65";

    private final int[] text;
    private final PythonLiterals literals;
    private @Nullable Written call;

    /** Missing part of the last call that failed; {@link #failedAt} is its place. */
    private String expected = "";

    private int failedAt;

    private CallParser(String text) {
        this.text = expandTabs(text);
        this.literals = PythonLiterals.loose(this.text);
    }

    private static List<Written> read(String text, Function<CallParser, List<Written>> how) {
        try {
            return how.apply(new CallParser(text));
        } catch (PythonException e) {
            throw new ActionException(e.type(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the calls anywhere in the text; what stands around them is passed over. */
    public static List<Written> loose(String text) {
        return read(text, CallParser::loose);
    }

    private static List<Written> loose(CallParser parser) {
        List<Written> calls = new ArrayList<>();
        int at = parser.literals.skip(0);
        while (at < parser.text.length) {
            int end = parser.call(at);
            if (end == FAILED) {
                // Beginning later in the same name would fail in the same way.
                int name = parser.literals.identifier(at);
                end = name == FAILED ? at + 1 : name;
            } else {
                calls.add(Objects.requireNonNull(parser.call));
            }
            at = parser.literals.skip(end);
        }
        return calls;
    }

    /** Returns the calls that make up the whole text. */
    public static List<Written> strict(String text) {
        return read(text, CallParser::strict);
    }

    private static List<Written> strict(CallParser parser) {
        List<Written> calls = new ArrayList<>();
        int at = parser.literals.skip(0);
        int end = parser.call(at);
        if (end == FAILED) {
            throw parser.failure(parser.expected, parser.failedAt);
        }
        while (end != FAILED) {
            calls.add(Objects.requireNonNull(parser.call));
            at = parser.literals.skip(end);
            end = parser.call(at);
        }
        if (at < parser.text.length) {
            throw parser.failure("end of text", at);
        }
        return calls;
    }

    private int call(int at) {
        int name = literals.identifier(at);
        if (name == FAILED) {
            return fail("identifier", at);
        }
        int open = literals.skip(name);
        if (!literals.isAt(open, '(')) {
            return fail("'('", open);
        }
        List<@Nullable Object> positional = new ArrayList<>();
        List<Call.Named> named = new ArrayList<>();
        int behind = named(literals.values(open + 1, positional, 1), named);
        int close = literals.skip(behind);
        if (!literals.isAt(close, ')')) {
            return fail("')'", close);
        }
        call = new Written(literals.substring(at, name), positional, named);
        return close + 1;
    }

    private int named(int from, List<Call.Named> arguments) {
        int end = from;
        int next = namedOne(literals.skip(from), arguments);
        while (next != FAILED) {
            end = next;
            int comma = literals.skip(end);
            if (!literals.isAt(comma, ',')) {
                break;
            }
            end = comma + 1;
            next = namedOne(literals.skip(end), arguments);
        }
        return end;
    }

    private int namedOne(int at, List<Call.Named> arguments) {
        int name = literals.identifier(at);
        if (name == FAILED) {
            return FAILED;
        }
        int equals = literals.skip(name);
        int end = literals.isAt(equals, '=') ? literals.value(literals.skip(equals + 1), 1) : FAILED;
        if (end != FAILED) {
            arguments.add(new Call.Named(literals.substring(at, name), literals.value()));
        }
        return end;
    }

    private int fail(String what, int at) {
        expected = what;
        failedAt = at;
        return FAILED;
    }

    private ActionException failure(String what, int at) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            if (text[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        String found = text.length == 0 ? "" : at >= text.length ? ", found end of text" : ", found " + word(at);
        return new ActionException(
                "ParseException",
                String.format(
                        Locale.ROOT,
                        "Expected %s%s  (at char %d), (line:%d, col:%d)",
                        what,
                        found,
                        at,
                        line,
                        at - lineStart + 1));
    }

    private String word(int at) {
        int end = at;
        while (end < text.length && end - at < LONGEST_WORD && isWord(text[end])) {
            end++;
        }
        return PythonRepr.of(literals.substring(at, Math.max(end, at + 1))).replace("\\\\", "\\");
    }

    private static boolean isWord(int c) {
        for (int i = 0; i < WORD_RANGES.length(); i += 2) {
            if (c >= WORD_RANGES.charAt(i) && c <= WORD_RANGES.charAt(i + 1)) {
                return true;
            }
        }
        return false;
    }

    private static int[] expandTabs(String text) {
        if (text.indexOf('\t') < 0) {
            return text.codePoints().toArray();
        }
        IntStream.Builder out = IntStream.builder();
        int column = 0;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (c == '\t') {
                int spaces = 8 - column % 8;
                for (int s = 0; s < spaces; s++) {
                    out.add(' ');
                }
                column += spaces;
            } else {
                out.add(c);
                column = c == '\n' || c == '\r' ? 0 : column + 1;
            }
        }
        return out.build().toArray();
    }
}
