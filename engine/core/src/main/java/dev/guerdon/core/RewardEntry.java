package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.InputRun.Input;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.registry.AdaptedSample;
import dev.guerdon.core.registry.MethodBinding;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.RewardName;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A registered reward: its name, where it comes from, what it reads, and how to call it. */
@Experimental
public final class RewardEntry {

    private static final String PREDEFINED = "predefined";

    /** The most characters of a text that a worker process says. */
    private static final int MAX_TEXT = 100_000;

    private final String name;
    private final About about;
    private final Caller caller;
    private final @Nullable MethodBinding binding;
    private final @Nullable Reads described;
    private final Class<?> code;
    private final boolean foreign;
    private final Map<String, String> sources;

    /** Calls the function behind an entry. */
    @FunctionalInterface
    private interface Caller {
        @Nullable
        Object call(Sample sample) throws Throwable;
    }

    private record About(String origin, String description, String example, Work work, String family) {}

    /**
     * Parts of a sample that a reward reads.
     *
     * @param inputs its parameters, or null for a function that reads the sample itself
     * @param fields the additional fields that it may look up, or null if it may look at any
     * @param sample whether one of its parameters is the whole sample
     */
    private record Reads(
            @Nullable List<Input> inputs,
            List<String> options,
            @Nullable Set<String> fields,
            boolean sample) {
        static final Reads ANYTHING = new Reads(null, List.of(), null, false);

        static Reads of(MethodBinding binding) {
            boolean sample = binding.reads(MethodBinding.Predefined.SAMPLE);
            return new Reads(
                    binding.arguments().stream().map(Reads::input).toList(),
                    List.copyOf(binding.options().keySet()),
                    sample || binding.reads(MethodBinding.Predefined.CONTEXT) ? null : binding.fieldNames(),
                    sample);
        }

        private static Input input(MethodBinding.Argument argument) {
            return switch (argument) {
                case MethodBinding.Predefined predefined ->
                    new Input(
                            predefined.shown(),
                            PREDEFINED,
                            predefined != MethodBinding.Predefined.FINAL_RESPONSE_IF_ANY);
                case MethodBinding.FieldArgument field ->
                    new Input(
                            field.shown(),
                            field.typeName().replaceAll("\\b[a-z]+\\.(?:\\w+\\.)*", ""),
                            field.absent() == null);
            };
        }
    }

    private RewardEntry(
            String name,
            About about,
            Caller caller,
            @Nullable MethodBinding binding,
            @Nullable Reads described,
            Class<?> code,
            boolean foreign,
            Map<String, String> sources) {
        this.name = name;
        this.about = about;
        this.caller = caller;
        this.binding = binding;
        this.described = described;
        this.code = code;
        this.foreign = foreign;
        this.sources = sources;
    }

    /** Returns an entry for a function that reads the sample itself. */
    public static RewardEntry of(String name, RewardFunction function) {
        return of(name, function, PluginLoader.has(function.getClass()));
    }

    /** Works as {@link #of(String, RewardFunction)}, for a function that may call others. */
    static RewardEntry of(String name, RewardFunction function, boolean foreign) {
        Class<?> type = function.getClass();
        About about = new About(type.getName(), "", "", function.work(), familyOf(type));
        return new RewardEntry(name, about, function::score, null, Reads.ANYTHING, type, foreign, Map.of());
    }

    static RewardEntry of(Method method, Reward annotation, @Nullable Object receiver) {
        MethodBinding binding = MethodBinding.of(annotation.value(), method, receiver);
        Class<?> type = method.getDeclaringClass();
        boolean asynchronous = CompletionStage.class.isAssignableFrom(method.getReturnType())
                || Future.class.isAssignableFrom(method.getReturnType());
        About about = new About(
                MethodBinding.origin(method),
                annotation.description(),
                annotation.example(),
                asynchronous ? Work.WAIT : annotation.work(),
                familyOf(type));
        return new RewardEntry(
                annotation.value(), about, binding::invoke, binding, null, type, PluginLoader.has(type), Map.of());
    }

    private static String familyOf(Class<?> type) {
        Reward.Family family = type.getAnnotation(Reward.Family.class);
        return family == null ? "other" : family.value();
    }

    /**
     * Returns an entry for a reward of the user's that only worker processes load.
     *
     * @param saved what one of them says of it, which is bounded and checked here
     * @param here finds the reward itself in this process, for a rollout whose live environment it needs
     * @throws RuntimeException if it is no description
     */
    static RewardEntry restore(Json saved, Supplier<RewardEntry> here) {
        Map<String, String> sources = new LinkedHashMap<>();
        saved.get("sources").asMap().forEach((field, source) -> sources.put(text(field), text(new Json(source))));
        About about = new About(
                text(saved.get("origin")),
                text(saved.get("description")),
                text(saved.get("example")),
                Work.valueOf(text(saved.get("work"))),
                text(saved.get("family")));
        Reads reads = new Reads(
                saved.find("inputs")
                        .map(inputs -> inputs.asList().stream()
                                .map(input -> new Input(
                                        text(input.get("name")),
                                        text(input.get("type")),
                                        input.get("required").asBoolean()))
                                .toList())
                        .orElse(null),
                texts(saved.get("options")),
                saved.find("fields")
                        .<Set<String>>map(fields -> new LinkedHashSet<>(texts(fields)))
                        .orElse(null),
                saved.get("reads_sample").asBoolean());
        return described(text(saved.get("name")), about, reads, here, sources);
    }

    /** Returns an entry for a reward of the user's that cannot be used. */
    static RewardEntry broken(String name, String origin, GuerdonException problem) {
        String shown = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
        About about = new About(origin, "cannot be used: " + shown, "", Work.COMPUTE, "other");
        Reads reads = new Reads(null, List.of(), null, true);
        return described(
                name,
                about,
                reads,
                () -> {
                    throw problem;
                },
                Map.of());
    }

    private static RewardEntry described(
            String name, About about, Reads reads, Supplier<RewardEntry> here, Map<String, String> sources) {
        Caller caller = sample -> here.get().call(sample);
        return new RewardEntry(name, about, caller, null, reads, RewardEntry.class, true, sources);
    }

    private static List<String> texts(Json list) {
        return list.asList().stream().map(RewardEntry::text).toList();
    }

    private static String text(Json value) {
        return text(value.asString());
    }

    private static String text(String text) {
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException("a text of " + text.length() + " characters");
        }
        return text;
    }

    /** Returns what is known of it as plain values, for another process. */
    Map<String, Object> save() {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("name", name);
        out.put("origin", origin());
        out.put("description", description());
        out.put("example", example());
        out.put("work", work().name());
        out.put("family", family());
        inputs().ifPresent(inputs -> out.put("inputs", inputs));
        out.put("options", optionNames());
        fieldNames().ifPresent(fields -> out.put("fields", fields));
        out.put("reads_sample", reads().sample);
        out.put("sources", sources);
        return out;
    }

    private Reads reads() {
        return described != null ? described : Reads.of(Objects.requireNonNull(binding));
    }

    public String name() {
        return name;
    }

    /** Its name in results: as the user wrote it, without the map of fields that the data asks for. */
    public String label() {
        return sources.isEmpty() && !name.startsWith(CompositeReward.RECIPE + "(") ? name : labelOf(name);
    }

    /** Returns the label of a reward of this name. */
    public static String labelOf(String name) {
        RewardName written = RewardName.of(name).unmapped();
        boolean recipe = written.name().equals(CompositeReward.RECIPE);
        return recipe && written.options().get("name") instanceof String own ? own : written.text();
    }

    /** Returns whether its code is the user's own: from {@code --source}, {@code --plugin} or the folder of plugins. */
    public boolean isForeign() {
        return foreign;
    }

    /** Returns the class and method, or the class of the function. */
    public String origin() {
        return about.origin;
    }

    public String description() {
        return about.description;
    }

    /** Returns a sample as a line of JSON, empty if none was given. */
    public String example() {
        return about.example;
    }

    public Work work() {
        return about.work;
    }

    /** Returns the family that its class belongs to; without one {@code other}. */
    public String family() {
        return about.family;
    }

    /** Whose rule it follows to the letter: the prefix of its name; {@code guerdon} for one of Guerdon's, {@code own} for a user's. */
    public String source() {
        int colon = RewardName.of(name).name().indexOf(':');
        return colon > 0 ? name.substring(0, colon) : foreign ? "own" : "guerdon";
    }

    /** Returns what the reward reads, if that is known: its parameters in order; empty for a function that reads the sample itself. */
    public Optional<List<Input>> inputs() {
        return Optional.ofNullable(reads().inputs);
    }

    /**
     * Something that a reward reads.
     *
     * @param name the JSON name
     * @param type the Java type, or {@code predefined}
     * @param required whether the reward cannot be computed without it
     */
    public record Input(String name, String type, boolean required) {}

    /** Returns the class that has its code; of a user's reward that only workers load, one of Guerdon's. */
    Class<?> code() {
        return code;
    }

    /** Returns the names of the options it takes: members of its options field, and fields that it can do without. */
    public List<String> optionNames() {
        return reads().options;
    }

    /** Returns the same reward with options for all samples, which are part of its name. */
    RewardEntry with(RewardName options) {
        if (options.options().isEmpty()) {
            return this;
        }
        if (optionNames().isEmpty()) {
            throw new GuerdonException("the reward '" + name + "' takes no options; found "
                    + String.join(", ", options.options().keySet()));
        }
        Map<String, @Nullable Object> fields = Objects.requireNonNull(binding).fields(options.options());
        return like(
                new RewardName(name, options.options()).text(),
                sample -> caller.call(new AdaptedSample(sample, fields, Map.of(), (field, value) -> value)),
                sources);
    }

    private RewardEntry like(String otherName, Caller other, Map<String, String> otherSources) {
        return new RewardEntry(otherName, about, other, binding, described, code, foreign, otherSources);
    }

    /** Returns the same reward for samples that have its fields under other names, which are part of its name. */
    RewardEntry mapped(Map<String, String> names) {
        if (names.isEmpty()) {
            return this;
        }
        names.keySet().stream().filter(field -> !reads(field)).findFirst().ifPresent(field -> {
            throw new GuerdonException("the reward '" + name + "' reads no field '" + field + "' that can be mapped"
                    + (inputs().isEmpty() ? "" : ", only " + String.join(", ", mappable()))
                    + NameRules.didYouMean(field, mappable()));
        });
        MethodBinding bound = binding;
        return like(
                RewardName.of(name).mapped(names).text(),
                sample -> call(new AdaptedSample(
                        sample, Map.of(), names, (field, value) -> bound == null ? value : bound.fitted(field, value))),
                names);
    }

    private @Nullable Object call(AdaptedSample sample) throws Throwable {
        try {
            return caller.call(sample);
        } catch (UnscoredException e) {
            String missing = e.reason() == Score.Reason.MISSING_FIELD ? sample.missing() : "";
            throw missing.isEmpty() ? e : new UnscoredException(e.reason(), e.getMessage() + "; " + missing);
        }
    }

    /** Returns whether it may look up a field of this name, which a map can give another. */
    boolean reads(String field) {
        return inputs().isEmpty()
                ? !List.of("id", "trajectory", "messages", "context").contains(field)
                : mappable().contains(field) || (reads().sample && !field.equals("trajectory"));
    }

    private List<String> mappable() {
        return inputs().orElse(List.of()).stream()
                .filter(input ->
                        !input.type().equals(PREDEFINED) || input.name().equals(AdaptedSample.FINAL_RESPONSE))
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
        byte[] line = about.example.getBytes(StandardCharsets.UTF_8);
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

    /** Returns the JSON names of the additional fields it may look up, or nothing if it may look at any. */
    Optional<Set<String>> fieldNames() {
        return Optional.ofNullable(reads().fields)
                .map(fields -> Stream.concat(fields.stream(), sources.values().stream())
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /** Returns whether it is one of Guerdon's own, which change nothing that they are given. */
    boolean isPredefined() {
        return binding != null && about.origin.startsWith("dev.guerdon.");
    }

    @Override
    public String toString() {
        return name + " (" + about.origin + ")";
    }
}
