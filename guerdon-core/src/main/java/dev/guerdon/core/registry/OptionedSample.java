package dev.guerdon.core.registry;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Trajectory;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sample with the options of a reward added to its fields; what the sample says itself wins, in objects member by member.
 *
 * @param sample the sample
 * @param options values by field
 */
@Internal
public record OptionedSample(Sample sample, Map<String, @Nullable Object> options) implements Sample {

    @Override
    public String id() {
        return sample.id();
    }

    @Override
    public String finalResponse() {
        return sample.finalResponse();
    }

    @Override
    public boolean hasFinalResponse() {
        return sample.hasFinalResponse();
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

    private @Nullable Object merged(String name) {
        Object own = sample.fields().get(name);
        Object option = options.get(name);
        if (own instanceof Map<?, ?> members && option instanceof Map<?, ?> usual) {
            Map<Object, @Nullable Object> both = new LinkedHashMap<>(usual);
            both.putAll(members);
            return both;
        }
        return own == null ? option : own;
    }

    /** Looks up one field at a time, because a line is decoded only as far as somebody asks. */
    private final class Fields extends AbstractMap<String, @Nullable Object> {

        @Override
        public @Nullable Object get(Object name) {
            return name instanceof String text ? merged(text) : null;
        }

        @Override
        public boolean containsKey(Object name) {
            return options.containsKey(name) || sample.fields().containsKey(name);
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(sample.fields());
            options.keySet().forEach(name -> all.put(name, merged(name)));
            return all.entrySet();
        }
    }
}
