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
 * A sample whose fields have other names than the reward's: {@code answer} is read from {@code golden_answers}.
 *
 * @param sample the sample
 * @param sources the name in the sample by the name that the reward asks for
 * @param fit brings a value into the shape that the reward takes under a name, where it can
 */
@Internal
public record MappedSample(Sample sample, Map<String, String> sources, BiFunction<String, Object, Object> fit)
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

    /** The mapped fields that this sample lacks, in words for a message; empty where it has them all. */
    public String missing() {
        return sources.entrySet().stream()
                .filter(entry -> sample.fields().get(entry.getValue()) == null)
                .map(entry -> "'" + entry.getKey() + "' is mapped to '" + entry.getValue() + "'")
                .collect(Collectors.joining(", "));
    }

    private @Nullable Object mapped(String name, String source) {
        Object value = sample.fields().get(source);
        return value == null ? null : fit.apply(name, value);
    }

    /** Looks up one field at a time, because a line is decoded only as far as somebody asks. */
    private final class Fields extends AbstractMap<String, @Nullable Object> {

        @Override
        public @Nullable Object get(Object name) {
            String source = sources.get(name);
            return source == null ? sample.fields().get(name) : mapped((String) name, source);
        }

        @Override
        public boolean containsKey(Object name) {
            String source = sources.get(name);
            return sample.fields().containsKey(source == null ? name : source);
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(sample.fields());
            sources.forEach((name, source) -> {
                if (sample.fields().containsKey(source)) {
                    all.put(name, mapped(name, source));
                } else {
                    all.remove(name);
                }
            });
            return all.entrySet();
        }
    }
}
