package dev.guerdon.lab.probe;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.LabException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields in which rewards look for the gold answer. */
@Internal
public final class GoldFields {

    /** One answer each, the usual ones first. */
    private static final List<String> SINGLE = List.of(
            "answer", "gold", "gold_answer", "ground_truth", "target", "reference", "solution", "expected", "label");

    /** A list of answers, any of which is right. */
    private static final List<String> SEVERAL =
            List.of("golden_answers", "answers", "answer_eval", "gold_answers", "references", "targets");

    private GoldFields() {}

    /**
     * Returns the fields of a sample with this gold answer: those given, and the gold one where the reward looks for it.
     *
     * @throws LabException where it cannot be known where the reward looks
     */
    public static Map<String, @Nullable Object> of(
            RewardEntry reward, String gold, Map<String, @Nullable Object> given) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(given);
        Optional<List<RewardEntry.Input>> inputs = reward.inputs().filter(GoldFields::complete);
        if (inputs.isEmpty()) {
            SINGLE.forEach(name -> fields.putIfAbsent(name, gold));
            SEVERAL.forEach(name -> fields.putIfAbsent(name, several(gold)));
            return fields;
        }
        List<RewardEntry.Input> open = inputs.get().stream()
                .filter(input -> !input.type().equals("predefined") && !given.containsKey(input.name()))
                .toList();
        List<RewardEntry.Input> known = open.stream()
                .filter(input -> SINGLE.contains(input.name()) || SEVERAL.contains(input.name()))
                .toList();
        List<RewardEntry.Input> required =
                open.stream().filter(RewardEntry.Input::required).toList();
        List<RewardEntry.Input> chosen = known.isEmpty() && required.size() == 1 ? required : known;
        if (chosen.isEmpty() && given.isEmpty()) {
            throw new LabException("it is not known in which field " + reward.name() + " looks for the gold answer; it"
                    + " reads: "
                    + String.join(
                            ", ",
                            inputs.get().stream().map(RewardEntry.Input::name).toList())
                    + ". Say it with --field NAME=GOLD");
        }
        chosen.forEach(input -> fields.put(
                input.name(),
                SEVERAL.contains(input.name()) || input.type().startsWith("List") ? several(gold) : gold));
        return fields;
    }

    /** Returns whether the list is all that the reward can look at. */
    private static boolean complete(List<RewardEntry.Input> inputs) {
        return inputs.stream()
                .noneMatch(input -> input.type().equals("predefined")
                        && (input.name().equals("sample") || input.name().equals("context")));
    }

    private static Object several(String gold) {
        if (gold.strip().startsWith("[")) {
            try {
                Object value = JsonCodec.read(gold, "gold").value();
                if (value instanceof List<?> list) {
                    return list;
                }
            } catch (GuerdonException e) {
                return List.of(gold);
            }
        }
        return List.of(gold);
    }

    /** Returns the gold answer in the fields of a sample, as text; the first of several. */
    public static Optional<String> find(RewardEntry reward, Map<String, @Nullable Object> fields) {
        List<String> read = reward.inputs()
                .filter(GoldFields::complete)
                .map(inputs -> inputs.stream().map(RewardEntry.Input::name).toList())
                .orElse(List.of());
        return java.util.stream.Stream.concat(SINGLE.stream(), SEVERAL.stream())
                .filter(name -> read.isEmpty() || read.contains(name))
                .filter(name -> fields.get(name) != null)
                .findFirst()
                .or(() -> read.stream()
                        .filter(name -> fields.get(name) instanceof String)
                        .filter(name -> !name.equals("question") && !name.equals("prompt"))
                        .findFirst())
                .flatMap(name -> text(fields.get(name)));
    }

    /** Returns a value as the text that an agent would answer with. */
    public static Optional<String> text(@Nullable Object value) {
        return switch (value) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case List<?> list when list.isEmpty() -> Optional.empty();
            case List<?> list -> text(list.getFirst());
            case Map<?, ?> map when map.get("ground_truth") != null -> text(map.get("ground_truth"));
            case Json json -> text(json.value());
            default -> Optional.of(JsonCodec.write(value));
        };
    }
}
