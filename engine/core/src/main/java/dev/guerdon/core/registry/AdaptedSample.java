package dev.guerdon.core.registry;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Trajectory;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A sample as a reward with options, or with a map of its fields, sees it.
 *
 * @param sample the sample
 * @param options values by field, which are added; what the sample says itself wins, in objects member by member
 * @param sources the name in the sample by the name that the reward asks for: {@code answer} is read from {@code golden_answers}
 * @param fit brings a value into the shape that the reward takes under a name, if it can
 */
@Internal
public record AdaptedSample(
        Sample sample,
        Map<String, @Nullable Object> options,
        Map<String, String> sources,
        BiFunction<String, Object, Object> fit)
        implements Sample {

    /** The predefined name that a field can stand for. */
    public static final String FINAL_RESPONSE = "final_response";

    @Override
    public String id() {
        return sample.id();
    }

    @Override
    public String finalResponse() {
        Object value = mappedResponse();
        return value == null ? sample.finalResponse() : String.valueOf(value);
    }

    @Override
    public boolean hasFinalResponse() {
        return mappedResponse() != null || sample.hasFinalResponse();
    }

    private @Nullable Object mappedResponse() {
        String source = sources.get(FINAL_RESPONSE);
        return source == null ? null : sample.fields().get(source);
    }

    @Override
    public Trajectory trajectory() {
        return sample.trajectory();
    }

    @Override
    public Context context() {
        return sample.context();
    }

    @Override
    public Map<String, @Nullable Object> fields() {
        return new Fields();
    }

    /** Returns the mapped fields that this sample lacks, in words for a message; empty if it has them all. */
    public String missing() {
        return sources.entrySet().stream()
                .filter(entry -> sample.fields().get(entry.getValue()) == null)
                .map(entry -> "'" + entry.getKey() + "' is mapped to '" + entry.getValue() + "'")
                .collect(Collectors.joining(", "));
    }

    /** Looks up one field at a time, because a line is decoded only as far as needed. */
    private final class Fields extends AbstractMap<String, @Nullable Object> {
        @Override
        public @Nullable Object get(Object name) {
            String source = sources.get(name);
            Object own = sample.fields().get(source == null ? name : source);
            if (own != null && source != null) {
                own = fit.apply((String) name, own);
            }
            Object option = options.get(name);
            if (own instanceof Map<?, ?> members && option instanceof Map<?, ?> usual) {
                Map<Object, @Nullable Object> both = new LinkedHashMap<>(usual);
                both.putAll(members);
                return both;
            }
            return own == null ? option : own;
        }

        @Override
        public boolean containsKey(Object name) {
            String source = sources.get(name);
            return options.containsKey(name) || sample.fields().containsKey(source == null ? name : source);
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(sample.fields());
            sources.forEach((name, source) -> {
                if (!sample.fields().containsKey(source)) {
                    all.remove(name);
                } else {
                    all.put(name, get(name));
                }
            });
            options.keySet().forEach(name -> all.put(name, get(name)));
            return all.entrySet();
        }
    }
}
