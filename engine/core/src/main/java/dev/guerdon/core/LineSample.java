package dev.guerdon.core;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.base.MessageReader;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sample that a line of JSON describes. */
@Experimental
public final class LineSample implements Sample {

    private final LineDecoder decoder;
    private final byte[] bytes;
    private final int start;
    private int end;
    private final long number;
    private final Fields fields = new Fields();
    private @Nullable Object id;
    private @Nullable String finalResponse;
    private boolean responded;
    private int trajectoryFrom;
    private int trajectoryTo;
    private @Nullable Trajectory trajectory;

    LineSample(LineDecoder decoder, byte[] bytes, int start, int end, long number) {
        this.decoder = decoder;
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.number = number;
    }

    /** Returns the position after the last byte of its object. */
    int end() {
        return end;
    }

    void end(int position) {
        end = position;
    }

    void id(@Nullable Object value) {
        id = value;
    }

    void finalResponse(@Nullable String text) {
        finalResponse = text;
        responded = text != null;
    }

    void trajectory(int from, int to) {
        trajectoryFrom = from;
        trajectoryTo = to;
    }

    void field(String name, @Nullable Object value) {
        fields.add(name, value);
    }

    /** Returns the id as the line has it, null if it has none. */
    public @Nullable Object idValue() {
        return id;
    }

    /** Returns the line's number, from 1. */
    public long number() {
        return number;
    }

    /** Returns the group of rollouts this one belongs to, empty for none. */
    public String groupId() {
        Object group = fields.get("group_id");
        return group == null ? "" : group.toString();
    }

    @Override
    public String id() {
        return id == null ? "of line " + number : id.toString();
    }

    @Override
    public String finalResponse() {
        if (finalResponse == null) {
            finalResponse = trajectory().finalResponse();
        }
        return finalResponse;
    }

    @Override
    public boolean hasFinalResponse() {
        return responded || (trajectoryTo > trajectoryFrom && bytes[trajectoryFrom] != 'n');
    }

    @Override
    public Trajectory trajectory() {
        if (trajectory == null) {
            trajectory = MessageReader.trajectory(trajectoryValue());
        }
        return trajectory;
    }

    private @Nullable Object trajectoryValue() {
        try {
            return trajectoryTo > trajectoryFrom ? LineDecoder.value(bytes, trajectoryFrom, trajectoryTo) : null;
        } catch (IOException e) {
            throw new GuerdonException("the trajectory of line " + number + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public Map<String, @Nullable Object> fields() {
        return fields;
    }

    @Override
    public Context context() {
        Object metadata = fields.get("metadata");
        @SuppressWarnings("unchecked") // objects of JSON have string keys
        Map<String, @Nullable Object> object =
                metadata instanceof Map ? (Map<String, @Nullable Object>) metadata : fields;
        return new LineContext(Context.detached(object));
    }

    /** Context of a line, without resources. */
    private final class LineContext implements Context {
        private final Context detached;

        LineContext(Context detached) {
            this.detached = detached;
        }

        @Override
        public String rolloutId() {
            return LineSample.this.id();
        }

        @Override
        public String groupId() {
            return LineSample.this.groupId();
        }

        @Override
        public Map<String, @Nullable Object> metadata() {
            return detached.metadata();
        }

        @Override
        public String finalResponse() {
            return LineSample.this.finalResponse();
        }

        @Override
        public Trajectory trajectory() {
            return LineSample.this.trajectory();
        }

        @Override
        public boolean isLive() {
            return false;
        }

        @Override
        public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
            return detached.acquire(spec, scope, firstUse);
        }
    }

    /**
     * The additional fields: those that were decoded, and all of them once another one is read.
     *
     * <p>A look-up compares with a handful of names, which is cheaper than a hash table made for each line.
     */
    private final class Fields extends AbstractMap<String, @Nullable Object> {
        private String[] names = new String[4];
        private @Nullable Object[] values = new Object[4];
        private int count;
        private boolean complete;

        void add(String name, @Nullable Object value) {
            for (int i = 0; i < count; i++) {
                if (names[i].equals(name)) {
                    values[i] = value;
                    return;
                }
            }
            if (count == names.length) {
                names = Arrays.copyOf(names, count * 2);
                values = Arrays.copyOf(values, count * 2);
            }
            names[count] = name;
            values[count++] = value;
        }

        @Override
        public @Nullable Object get(Object name) {
            if (!complete && !decoder.decodes(name)) {
                readAll();
            }
            for (int i = 0; i < count; i++) {
                if (names[i].equals(name)) {
                    return values[i];
                }
            }
            return null;
        }

        @Override
        public boolean containsKey(Object name) {
            readAll();
            return Arrays.asList(names).subList(0, count).contains(name);
        }

        private void readAll() {
            if (!complete) {
                complete = true;
                count = 0;
                LineDecoder.allFields(bytes, start, end).forEach(this::add);
            }
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            readAll();
            Set<Entry<String, @Nullable Object>> entries = new LinkedHashSet<>();
            for (int i = 0; i < count; i++) {
                entries.add(new SimpleImmutableEntry<>(names[i], values[i]));
            }
            return Collections.unmodifiableSet(entries);
        }
    }
}
