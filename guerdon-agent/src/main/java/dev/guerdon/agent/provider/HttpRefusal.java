package dev.guerdon.agent.provider;

import dev.guerdon.api.Internal;
import dev.langchain4j.exception.HttpException;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** A provider answered with something other than success. */
@Internal
public final class HttpRefusal extends HttpException {

    private final Duration retryAfter;
    private final String location;

    HttpRefusal(int status, String body, HttpHeaders headers) {
        super(status, body);
        this.retryAfter = headers.firstValue("retry-after-ms")
                .map(value -> number(value, 1e6))
                .or(() -> headers.firstValue("retry-after").map(HttpRefusal::pause))
                .orElse(Duration.ZERO);
        this.location = headers.firstValue("location").orElse("");
    }

    /** Where the provider points to; empty where it points nowhere. */
    String location() {
        return location;
    }

    /** How long the provider wants to be left alone; zero where it did not say. */
    Duration retryAfter() {
        return retryAfter;
    }

    /** Seconds, or a date. */
    public static Duration pause(String value) {
        try {
            Duration until = Duration.between(
                    ZonedDateTime.now(java.time.ZoneOffset.UTC),
                    ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME));
            return until.isNegative() ? Duration.ZERO : until;
        } catch (DateTimeException e) {
            return number(value, 1e9);
        }
    }

    private static Duration number(String value, double nanosEach) {
        try {
            double nanos = Double.parseDouble(value.strip()) * nanosEach;
            return nanos > 0 && nanos < 1e15 ? Duration.ofNanos((long) nanos) : Duration.ZERO;
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }
}
