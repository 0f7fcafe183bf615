package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.Names;
import dev.guerdon.core.registry.Binding;
import dev.guerdon.core.registry.MappedSample;
import dev.guerdon.core.registry.OptionedSample;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.RewardName;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A registered reward: its name, where it comes from, what it reads, and how to call it. */
@Experimental
public final class RewardEntry {

    private final String name;
    private final String origin;
    private final String description;
    private final String example;
    private final Work work;
    private final Caller caller;
    private final @Nullable Binding binding;
    private final boolean foreign;
    private final Class<?> code;
    private final Map<String, String> sources;

    /** Calls the function behind an entry. */
    @FunctionalInterface
    private interface Caller {
        @Nullable
        Object call(Sample sample) throws Throwable;
    }

    private RewardEntry(
            String name,
            String origin,
            String description,
            String example,
            Work work,
            Caller caller,
            @Nullable Binding binding,
            Class<?> code,
            boolean foreign,
            Map<String, String> sources) {
        this.name = name;
        this.origin = origin;
        this.description = description;
        this.example = example;
        this.work = work;
        this.caller = caller;
        this.binding = binding;
        this.foreign = foreign;
        this.code = code;
        this.sources = sources;
    }

    /** An entry for a function that reads the sample itself. */
    public static RewardEntry of(String name, RewardFunction function) {
        return of(name, function, PluginLoader.has(function.getClass()));
    }

    /** As {@link #of(String, RewardFunction)}, for a function that may call others. */
    static RewardEntry of(String name, RewardFunction function, boolean foreign) {
        String origin = function.getClass().getName();
        return new RewardEntry(
                name, origin, "", "", function.work(), function::score, null, function.getClass(), foreign, Map.of());
    }

    static RewardEntry of(Method method, Reward annotation, @Nullable Object receiver) {
        Binding binding = Binding.of(annotation.value(), method, receiver);
        boolean asynchronous = CompletionStage.class.isAssignableFrom(method.getReturnType())
                || Future.class.isAssignableFrom(method.getReturnType());
        return new RewardEntry(
                annotation.value(),
                Binding.origin(method),
                annotation.description(),
                annotation.example(),
                asynchronous ? Work.WAIT : annotation.work(),
                binding::invoke,
                binding,
                method.getDeclaringClass(),
                PluginLoader.has(method.getDeclaringClass()),
                Map.of());
    }

    public String name() {
        return name;
    }

    /** Its name in results: as the user wrote it, without the map of fields that the data asks for. */
    public String label() {
        return sources.isEmpty() && !name.startsWith(Composite.RECIPE + "(") ? name : labelOf(name);
    }

    /** The label of a reward of this name. */
    public static String labelOf(String name) {
        RewardName written = RewardName.of(name).unmapped();
        boolean recipe = written.name().equals(Composite.RECIPE);
        return recipe && written.options().get("name") instanceof String own ? own : written.text();
    }

    /** Whether its code is the user's own: from {@code --source}, {@code --plugin} or the folder of plugins. */
    public boolean isForeign() {
        return foreign;
    }

    /** The class and method, or the class of the function. */
    public String origin() {
        return origin;
    }

    public String description() {
        return description;
    }

    /** A sample as a line of JSON, empty where none was given. */
    public String example() {
        return example;
    }

    public Work work() {
        return work;
    }

    /** The family that its class belongs to; without one {@code other}. */
    public String family() {
        Reward.Family family = code.getAnnotation(Reward.Family.class);
        return family == null ? "other" : family.value();
    }

    /** Whose rule it follows to the letter: the prefix of its name; {@code guerdon} for one of Guerdon's, {@code own} for a user's. */
    public String source() {
        int colon = RewardName.of(name).name().indexOf(':');
        return colon > 0 ? name.substring(0, colon) : foreign ? "own" : "guerdon";
    }

    /** What the reward reads, where that is known: its parameters in order; empty for a function that reads the sample itself. */
    public Optional<List<Input>> inputs() {
        if (binding == null) {
            return Optional.empty();
        }
        return Optional.of(binding.arguments().stream()
                .map(argument -> switch (argument) {
                    case Binding.Predefined predefined ->
                        new Input(
                                predefined.shown(),
                                "predefined",
                                predefined != Binding.Predefined.FINAL_RESPONSE_IF_ANY);
                    case Binding.FieldArgument field ->
                        new Input(
                                field.name().shown(),
                                field.typeName().replaceAll("\\b[a-z]+\\.(?:\\w+\\.)*", ""),
                                field.absent() == null);
                })
                .toList());
    }

    /**
     * Something that a reward reads.
     *
     * @param name the JSON name
     * @param type the Java type, or {@code predefined}
     * @param required whether the reward cannot be computed without it
     */
    public record Input(String name, String type, boolean required) {}

    /** The class that has its code. */
    Class<?> code() {
        return code;
    }

    /** The names of the options it takes: members of its options field, and fields that it can do without. */
    public List<String> optionNames() {
        return binding == null ? List.of() : List.copyOf(binding.options().keySet());
    }

    /** The same reward with options for all samples; its name tells them. */
    RewardEntry with(RewardName options) {
        if (options.options().isEmpty()) {
            return this;
        }
        if (optionNames().isEmpty()) {
            throw new GuerdonException("the reward '" + name + "' takes no options; found "
                    + String.join(", ", options.options().keySet()));
        }
        Map<String, @Nullable Object> fields = Objects.requireNonNull(binding).fields(options.options());
        String text = new RewardName(name, options.options()).text();
        return new RewardEntry(
                text,
                origin,
                description,
                example,
                work,
                sample -> caller.call(new OptionedSample(sample, fields)),
                binding,
                code,
                foreign,
                sources);
    }

    /** The same reward for samples that have its fields under other names; its own name tells them. */
    RewardEntry mapped(Map<String, String> names) {
        if (names.isEmpty()) {
            return this;
        }
        names.keySet().stream().filter(field -> !reads(field)).findFirst().ifPresent(field -> {
            throw new GuerdonException("the reward '" + name + "' reads no field '" + field + "' that can be mapped"
                    + (binding == null ? "" : ", only " + String.join(", ", mappable()))
                    + Names.didYouMean(field, mappable()));
        });
        Binding bound = binding;
        return new RewardEntry(
                RewardName.of(name).mapped(names).text(),
                origin,
                description,
                example,
                work,
                sample -> call(new MappedSample(
                        sample, names, (field, value) -> bound == null ? value : bound.fitted(field, value))),
                binding,
                code,
                foreign,
                names);
    }

    private @Nullable Object call(MappedSample sample) throws Throwable {
        try {
            return caller.call(sample);
        } catch (UnscoredException e) {
            String missing = e.reason() == Score.Reason.MISSING_FIELD ? sample.missing() : "";
            throw missing.isEmpty() ? e : new UnscoredException(e.reason(), e.getMessage() + "; " + missing);
        }
    }

    /** Whether it may look up a field of this name, which a map can give another. */
    boolean reads(String field) {
        return binding == null
                ? !List.of("id", "trajectory", "messages", "context").contains(field)
                : mappable().contains(field)
                        || (binding.reads(Binding.Predefined.SAMPLE) && !field.equals("trajectory"));
    }

    private List<String> mappable() {
        return inputs().orElse(List.of()).stream()
                .filter(input ->
                        !input.type().equals("predefined") || input.name().equals(MappedSample.FINAL_RESPONSE))
                .map(Input::name)
                .toList();
    }

    /** Refuses options with which the reward's own example cannot be scored though it can be without. */
    void checkAgainst(RewardEntry plain) {
        if (scoreOfExample() instanceof Score.Unscored unscored && plain.scoreOfExample() instanceof Score.Scored) {
            throw new GuerdonException(name + " cannot score its own example: " + unscored.message());
        }
    }

    private Score scoreOfExample() {
        byte[] line = example.getBytes(StandardCharsets.UTF_8);
        try {
            return Scorer.call(this, new LineDecoder(List.of(this)).decode(line, 0, line.length, 1));
        } catch (GuerdonException e) {
            return new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(e.getMessage()));
        }
    }

    /** Calls the function, in this thread and with no deadline. */
    @Nullable
    Object call(Sample sample) throws Throwable {
        return caller.call(sample);
    }

    /** The JSON names of the additional fields it may look up, or nothing where it may look at any. */
    Optional<Set<String>> fieldNames() {
        return binding == null || binding.reads(Binding.Predefined.SAMPLE) || binding.reads(Binding.Predefined.CONTEXT)
                ? Optional.empty()
                : Optional.of(Stream.concat(binding.fieldNames().stream(), sources.values().stream())
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /** Whether it looks at the trajectory, as far as is known. */
    boolean readsTrajectory() {
        return binding == null
                || binding.reads(Binding.Predefined.SAMPLE)
                || binding.reads(Binding.Predefined.CONTEXT)
                || binding.reads(Binding.Predefined.TRAJECTORY)
                || binding.reads(Binding.Predefined.MESSAGES);
    }

    /** Whether it is one of Guerdon's own, which change nothing that they are given. */
    boolean isPredefined() {
        return binding != null && origin.startsWith("dev.guerdon.");
    }

    @Override
    public String toString() {
        return name + " (" + origin + ")";
    }
}
