package dev.guerdon.server.protocol;

import io.helidon.webserver.http.ServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the query and collects what is wrong with it in the words of the official server. */
final class LaboratoryQuery {

    private final ServerRequest request;
    private final List<Map<String, @Nullable Object>> wrong = new ArrayList<>();

    LaboratoryQuery(ServerRequest request) {
        this.request = request;
    }

    /** What is wrong with a query. */
    static final class BadQuery extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient List<Map<String, @Nullable Object>> details;

        BadQuery(List<Map<String, @Nullable Object>> details) {
            super("bad query");
            this.details = details;
        }

        List<Map<String, @Nullable Object>> details() {
            return details;
        }
    }

    /**
     * A text.
     *
     * @param otherwise where the query has none; null where it must
     */
    Optional<String> text(String name, @Nullable String otherwise) {
        if (!request.query().contains(name)) {
            if (otherwise == null) {
                complain("missing", name, "Field required", null);
            }
            return Optional.ofNullable(otherwise);
        }
        // A parameter without a value is the empty text, and the last of several counts.
        List<String> values = request.query().all(name);
        return Optional.of(values.isEmpty() ? "" : values.getLast());
    }

    Optional<Integer> wholeNumber(String name, @Nullable String otherwise) {
        Optional<String> text = text(name, otherwise);
        Optional<Integer> value = text.flatMap(LaboratoryQuery::number);
        if (text.isPresent() && value.isEmpty()) {
            complain(
                    "int_parsing",
                    name,
                    "Input should be a valid integer, unable to parse string as an integer",
                    text.get());
        }
        return value;
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void complain(String type, String name, String message, @Nullable String input) {
        Map<String, @Nullable Object> detail = new LinkedHashMap<>();
        detail.put("type", type);
        detail.put("loc", List.of("query", name));
        detail.put("msg", message);
        detail.put("input", input);
        wrong.add(detail);
    }

    void check() {
        if (!wrong.isEmpty()) {
            throw new BadQuery(wrong);
        }
    }
}
