package dev.guerdon.rewards.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON by RFC 8259 and nothing else: no NaN, no comments, no trailing commas, no name twice in an object.
 *
 * <p>Whole numbers become {@code Long} or {@code BigInteger}, others {@code BigDecimal}, so that no digit is lost.
 */
final class StrictJson {

    /** How deep arrays and objects may be nested. */
    static final int DEEPEST = 1_000;

    private static final int MOST_DIGITS = 4_300;
    private static final int LARGEST_EXPONENT = 10_000;

    /** Names are not kept, since they come from models; sizes and depths are limited here. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** What the parser's messages say about itself. */
    private static final Pattern PARSERS_OWN = Pattern.compile(" \\(start marker at .*|: enable `.*");

    private final JsonParser parser;
    private int deepest;

    private StrictJson(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Result of reading.
     *
     * @param value the value; null is JSON null, or nothing where there is a problem
     * @param depth how deep its arrays and objects are nested
     * @param problem why it is no JSON, empty if it is
     */
    record Result(@Nullable Object value, int depth, String problem) {

        boolean isJson() {
            return problem.isEmpty();
        }
    }

    private static final class NotJson extends Exception {
        NotJson(String problem) {
            super(problem, null, false, false);
        }
    }

    /** Reads one value, with white space around it. */
    static Result read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            StrictJson reader = new StrictJson(parser);
            try {
                Object value = reader.value();
                if (parser.nextToken() != null) {
                    throw reader.bad("more text after the end of the value");
                }
                return new Result(value, reader.deepest, "");
            } catch (NotJson e) {
                return new Result(null, reader.deepest, String.valueOf(e.getMessage()));
            } catch (JsonProcessingException e) {
                return new Result(
                        null,
                        reader.deepest,
                        reader.at(PARSERS_OWN.matcher(JsonCodec.reason(e)).replaceFirst("")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private NotJson bad(String problem) {
        return new NotJson(at(problem));
    }

    private String at(String problem) {
        return problem + " at character " + parser.currentLocation().getCharOffset();
    }

    /** Reads a value without recursion, which would overflow the stack of some threads. */
    private @Nullable Object value() throws IOException, NotJson {
        Deque<Object> open = new ArrayDeque<>();
        while (true) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw bad("a value is missing");
            }
            if (token == JsonToken.FIELD_NAME) {
                continue;
            }
            if (token.isStructEnd()) {
                Object whole = open.pop();
                if (open.isEmpty()) {
                    return whole;
                }
                continue;
            }
            Object value = started(token, open.size());
            if (open.peek() instanceof List<?>) {
                elements(open.peek()).add(value);
            } else if (open.peek() != null) {
                members(open.peek()).put(parser.currentName(), value);
            }
            if (token.isStructStart()) {
                open.push(Objects.requireNonNull(value));
                deepest = Math.max(deepest, open.size());
            } else if (open.isEmpty()) {
                return value;
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<@Nullable Object> elements(@Nullable Object open) {
        return (List<@Nullable Object>) Objects.requireNonNull(open);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> members(@Nullable Object open) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(open);
    }

    private @Nullable Object started(JsonToken token, int depth) throws IOException, NotJson {
        if (token.isStructStart() && depth == DEEPEST) {
            throw bad("arrays and objects are nested deeper than " + DEEPEST);
        }
        return switch (token) {
            case START_OBJECT -> new LinkedHashMap<String, @Nullable Object>();
            case START_ARRAY -> new ArrayList<@Nullable Object>();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw bad("a value is expected");
        };
    }

    private Number number(String text) throws NotJson {
        int power = Math.max(text.indexOf('e'), text.indexOf('E'));
        if ((power < 0 ? text.length() : power) > MOST_DIGITS) {
            throw bad("a number has more than " + MOST_DIGITS + " digits");
        }
        if (power >= 0) {
            String exponent = text.substring(power + 1).replaceFirst("^[+-]?0*(?=.)", "");
            if (exponent.length() > 5 || Integer.parseInt(exponent) > LARGEST_EXPONENT) {
                throw bad("the exponent of a number is beyond " + LARGEST_EXPONENT);
            }
            return new BigDecimal(text);
        }
        if (text.indexOf('.') >= 0) {
            return new BigDecimal(text);
        }
        int digits = text.length() - (text.startsWith("-") ? 1 : 0);
        return digits <= 18 ? (Number) Long.valueOf(text) : new BigInteger(text);
    }
}
