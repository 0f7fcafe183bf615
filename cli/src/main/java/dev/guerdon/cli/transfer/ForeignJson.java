package dev.guerdon.cli.transfer;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks into plain JSON values that others wrote, where anything may be missing or of another kind. */
final class ForeignJson {

    private ForeignJson() {}

    /** Returns the value under a key; null if there is none. */
    static @Nullable Object at(@Nullable Object value, String... keys) {
        Object here = value;
        for (String key : keys) {
            here = here instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return here;
    }

    static String text(@Nullable Object value) {
        return value == null ? "" : value instanceof String text ? text : JsonCodec.write(value);
    }

    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    static long count(@Nullable Object value) {
        return value instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    static Instant time(@Nullable Object value) {
        try {
            return value instanceof String text
                    ? OffsetDateTime.parse(text).toInstant()
                    : value instanceof Number seconds
                            ? Instant.ofEpochMilli(Math.round(1e3 * seconds.doubleValue()))
                            : Instant.EPOCH;
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    static Duration seconds(@Nullable Object value) {
        double seconds = number(value);
        return seconds > 0 && seconds < 1e9 ? Duration.ofMillis(Math.round(1e3 * seconds)) : Duration.ZERO;
    }

    /** Returns the score that a number is; what is no number is not a zero. */
    static Score score(double reward, Map<String, @Nullable Object> extras, String otherwise) {
        return Double.isFinite(reward)
                ? new Score.Scored(new RewardResult(reward, extras))
                : new Score.Unscored(Score.Reason.INVALID_RESULT, otherwise);
    }
}
