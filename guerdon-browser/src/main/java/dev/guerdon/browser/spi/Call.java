package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One call that an agent asked for. Its arguments are checked when it is its turn, after the calls before it were carried out.
 *
 * @param positional the arguments given by position, as plain values or {@link Tuple}
 * @param named the arguments given by name
 */
@Experimental
public record Call(Action action, List<@Nullable Object> positional, List<NamedArgument> named) {

    public Call {
        positional = Collections.unmodifiableList(new ArrayList<>(positional));
        named = List.copyOf(named);
    }

    /** The call's name. */
    public String name() {
        return action.signature().name();
    }

    /**
     * A value for each parameter of the action, by name and in order.
     *
     * @throws ActionException where they do not fit, in Python's words
     */
    public Map<String, @Nullable Object> arguments() {
        Stream.concat(positional.stream(), named.stream().map(NamedArgument::value))
                .forEach(Call::refuseInfinity);
        return action.signature().bind(positional, named);
    }

    /** An infinite number has no literal in Python, where its name is that of a variable which is not there. */
    private static void refuseInfinity(@Nullable Object value) {
        switch (value) {
            case Double d when d.isInfinite() -> throw new ActionException("NameError", "name 'inf' is not defined");
            case List<?> list -> list.forEach(Call::refuseInfinity);
            case Tuple tuple -> tuple.elements().forEach(Call::refuseInfinity);
            case Map<?, ?> map -> map.values().forEach(Call::refuseInfinity);
            case null, default -> {}
        }
    }

    /** The call in one normal form, whatever way it was written. */
    public String code() {
        return name()
                + Stream.concat(
                                positional.stream().map(Repr::of),
                                named.stream().map(argument -> argument.name() + "=" + Repr.of(argument.value())))
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
