package dev.guerdon.spark;

import dev.guerdon.cli.spi.LineScorer.Description;
import dev.guerdon.cli.spi.LineScorer.Input;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/**
 * A call of a reward: which, and what its arguments are.
 *
 * @param function the function's name in SQL
 * @param reward the reward, with its options
 * @param keys the keys of the sample that the arguments are, in order; empty where one argument is the whole sample
 * @param types what a reward wants these to be, for people
 * @param isSteady whether the same arguments give the same reward
 */
record SqlRewardCall(String function, String reward, List<String> keys, List<String> types, boolean isSteady)
        implements Serializable {

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

    /** Java types whose values are neither lists nor objects. */
    private static final Pattern PLAIN = Pattern.compile(
            "(Optional<)?(String|CharSequence|Integer|Long|Double|Float|Boolean)>?|int|long|double|float"
                    + "|boolean|OptionalInt|OptionalLong|OptionalDouble");

    SqlRewardCall {
        keys = List.copyOf(keys);
        types = List.copyOf(types);
    }

    /** Returns a reward that is given its sample whole. */
    static SqlRewardCall whole(String function, Description reward) {
        return new SqlRewardCall(function, reward.name(), List.of(), List.of(), reward.isSteady());
    }

    /** Returns the inputs of a reward that are arguments of its function; what a live rollout has is none. */
    static List<Input> arguments(Description reward) {
        List<Input> inputs = reward.inputs() == null ? List.of() : reward.inputs();
        return inputs.stream()
                .filter(input -> !(input.type().equals("predefined")
                        && (input.name().equals("context") || input.name().equals("sample"))))
                .toList();
    }

    /** Returns whether a reward looks at whatever a sample has. */
    static boolean takesWhole(Description reward) {
        return reward.inputs() == null
                || reward.inputs().stream()
                        .anyMatch(input -> input.type().equals("predefined")
                                && input.name().equals("sample"));
    }

    /**
     * Returns a reward whose fields are the arguments, in the order in which the reward has them.
     *
     * @param count how many there are; optional fields at the end may be left out
     * @throws IllegalArgumentException where there are too few or too many, with a sentence for the user
     */
    static SqlRewardCall of(String function, Description reward, int count) {
        List<Input> inputs = arguments(reward);
        int least = inputs.size();
        while (least > 0 && !inputs.get(least - 1).isRequired()) {
            least--;
        }
        if (count < least || count > inputs.size()) {
            throw new IllegalArgumentException(
                    usage(function, reward) + "; found " + count + (count == 1 ? " argument" : " arguments"));
        }
        List<Input> given = inputs.subList(0, count);
        return new SqlRewardCall(
                function,
                reward.name(),
                given.stream().map(Input::name).toList(),
                given.stream().map(Input::type).toList(),
                reward.isSteady());
    }

    /** Returns how the function is called, in words. */
    static String usage(String function, Description reward) {
        if (takesWhole(reward)) {
            return function + "(sample) takes the whole sample as a struct, a VARIANT or a JSON text";
        }
        List<Input> inputs = arguments(reward);
        return function
                + inputs.stream().map(Input::name).collect(Collectors.joining(", ", "(", ")"))
                + (inputs.isEmpty()
                        ? " takes no arguments"
                        : " takes "
                                + inputs.stream()
                                        .map(input -> input.name() + (input.isRequired() ? "" : " (optional)"))
                                        .collect(Collectors.joining(", ")));
    }

    /** Returns what is wrong with the types of the arguments, a sentence for the user; empty where nothing is. */
    String problem(List<DataType> arguments) {
        if (keys.isEmpty() && arguments.size() == 1) {
            DataType type = arguments.getFirst();
            if (!(type instanceof StructType
                    || type instanceof StringType
                    || type instanceof VariantType
                    || type instanceof NullType)) {
                return function + " takes the sample as a struct, a VARIANT or a JSON text, found "
                        + type.simpleString();
            }
        }
        StructType schema = new StructType();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            DataType type = arguments.get(i);
            String key = keys.isEmpty() ? "sample" : keys.get(i);
            boolean plain = !keys.isEmpty() && (PLAIN.matcher(types.get(i)).matches() || key.equals("final_response"));
            boolean nested = type instanceof ArrayType || type instanceof MapType || type instanceof StructType;
            if (plain && (nested || type instanceof BinaryType)) {
                wrong.add(
                        function + " takes " + key + " as " + (key.equals("final_response") ? "a string" : types.get(i))
                                + ", found " + type.simpleString());
            }
            schema = schema.add(key, type);
        }
        if (!wrong.isEmpty()) {
            return String.join("; ", wrong);
        }
        try {
            var unused = new RowJson(schema, false);
            return "";
        } catch (IllegalArgumentException e) {
            return function + ": " + e.getMessage();
        }
    }

    /** Returns a value that is a whole sample, as JSON. */
    static byte[] sample(@Nullable Object value, DataType type, RowJson json) {
        return switch (value) {
            case null -> NOTHING;
            case InternalRow row -> json.write(row);
            case UTF8String text -> text.getBytes();
            case VariantVal variant -> variant.toJson(ZoneOffset.UTC).getBytes(StandardCharsets.UTF_8);
            default -> throw new IllegalArgumentException("a sample cannot be " + type.simpleString());
        };
    }
}
