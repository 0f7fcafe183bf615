package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.cpython.PythonException;
import dev.guerdon.cpython.PythonLiterals;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonTuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Something that an agent can do: one of BrowserGym's actions, or one of the user's own. */
@Experimental
public sealed interface PageAction permits BrowserAction, PageAction.CustomAction {

    /** Returns its name and parameters. */
    Signature signature();

    /** Returns what it does, for the model. */
    String description();

    /** Calls that show how it is used. */
    List<String> examples();

    /**
     * The name and the parameters of an action, written as Python does: {@code click(bid: str, button: str = 'left')}.
     *
     * @param text as it is shown to models
     */
    record Signature(String text, String name, List<Parameter> parameters) {

        /**
         * A parameter.
         *
         * @param type its type in Python's words, such as {@code float}
         * @param required whether a call must give it
         * @param defaultValue what it is where the call does not give it
         */
        public record Parameter(
                String name,
                String type,
                boolean required,
                @Nullable Object defaultValue) {}

        public Signature {
            parameters = List.copyOf(parameters);
        }

        /** Reads a signature. Parameters without a type are strings. */
        public static Signature parse(String text) {
            int open = text.indexOf('(');
            if (open <= 0 || !text.endsWith(")")) {
                throw new GuerdonException(
                        "the signature of an action looks like name(parameter: type = default), found: " + text);
            }
            List<Parameter> parameters = new ArrayList<>();
            for (String part : split(text.substring(open + 1, text.length() - 1))) {
                parameters.add(parameter(part.strip(), text));
            }
            return new Signature(text, text.substring(0, open).strip(), parameters);
        }

        private static Parameter parameter(String part, String text) {
            int equals = part.indexOf(" = ");
            String typed = equals < 0 ? part : part.substring(0, equals);
            int colon = typed.indexOf(':');
            String name = (colon < 0 ? typed : typed.substring(0, colon)).strip();
            String type = colon < 0 ? "str" : typed.substring(colon + 1).strip();
            if (equals < 0) {
                return new Parameter(name, type, true, null);
            }
            int[] value = part.substring(equals + 3).codePoints().toArray();
            PythonLiterals literals = PythonLiterals.loose(value);
            try {
                if (literals.value(0, 1) == value.length) {
                    return new Parameter(name, type, false, literals.value());
                }
            } catch (PythonException e) {
                throw new GuerdonException(
                        "the default of the parameter '" + name + "' is not a value (" + e.getMessage() + "): " + text,
                        e);
            }
            throw new GuerdonException("the default of the parameter '" + name + "' is not a value: " + text);
        }

        /** Returns the parts between commas that are in no bracket. */
        private static List<String> split(String text) {
            List<String> parts = new ArrayList<>();
            int depth = 0;
            int start = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                depth += c == '[' || c == '(' || c == '{' ? 1 : c == ']' || c == ')' || c == '}' ? -1 : 0;
                if (c == ',' && depth == 0) {
                    parts.add(text.substring(start, i));
                    start = i + 1;
                }
            }
            if (!text.substring(start).isBlank()) {
                parts.add(text.substring(start));
            }
            return parts;
        }

        /** Returns the JSON schema of the parameters. */
        public Map<String, Object> schema() {
            Map<String, Object> properties = new LinkedHashMap<>();
            for (Parameter parameter : parameters) {
                Map<String, @Nullable Object> property = new LinkedHashMap<>();
                property.put("type", schemaType(parameter.type()));
                if (!parameter.required()) {
                    property.put("default", parameter.defaultValue());
                }
                properties.put(parameter.name(), property);
            }
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("properties", properties);
            schema.put(
                    "required",
                    parameters.stream()
                            .filter(Parameter::required)
                            .map(Parameter::name)
                            .toList());
            return schema;
        }

        private static String schemaType(String type) {
            return switch (type) {
                case "float", "int" -> "number";
                case "bool" -> "boolean";
                case "dict" -> "object";
                case "list" -> "array";
                default -> "string";
            };
        }

        /** Gives each parameter its value, by Python's rules and with its messages where they do not fit. */
        Map<String, @Nullable Object> bind(List<@Nullable Object> positional, List<Call.Named> named) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(positional.size(), parameters.size()); i++) {
                values.put(parameters.get(i).name(), positional.get(i));
            }
            for (Call.Named argument : named) {
                if (parameters.stream().noneMatch(parameter -> parameter.name().equals(argument.name()))) {
                    throw typeError("got an unexpected keyword argument '" + argument.name() + "'");
                }
                if (values.containsKey(argument.name())) {
                    throw typeError("got multiple values for argument '" + argument.name() + "'");
                }
                values.put(argument.name(), argument.value());
            }
            if (positional.size() > parameters.size()) {
                throw tooMany(positional.size());
            }
            Set<String> missing = new LinkedHashSet<>();
            Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
            for (Parameter parameter : parameters) {
                if (values.containsKey(parameter.name())) {
                    ordered.put(parameter.name(), values.get(parameter.name()));
                } else if (parameter.required()) {
                    missing.add(PythonRepr.of(parameter.name()));
                } else {
                    ordered.put(parameter.name(), parameter.defaultValue());
                }
            }
            if (!missing.isEmpty()) {
                throw typeError("missing " + missing.size() + " required positional argument"
                        + (missing.size() == 1 ? "" : "s") + ": " + enumerated(List.copyOf(missing)));
            }
            return ordered;
        }

        private ActionException tooMany(int given) {
            long required = parameters.stream().filter(Parameter::required).count();
            int most = parameters.size();
            String taken = required == most ? "" + most : "from " + required + " to " + most;
            boolean one = required == most && most == 1;
            return typeError("takes " + taken + " positional argument" + (one ? "" : "s") + " but " + given
                    + (given == 1 ? " was given" : " were given"));
        }

        private static String enumerated(List<String> names) {
            return switch (names.size()) {
                case 1 -> names.getFirst();
                case 2 -> names.get(0) + " and " + names.get(1);
                default -> String.join(", ", names.subList(0, names.size() - 1)) + ", and " + names.getLast();
            };
        }

        private ActionException typeError(String what) {
            return new ActionException("TypeError", name + "() " + what);
        }
    }

    /**
     * An action of the user's own, to be used with the subset {@code custom}.
     *
     * @param signature its name and parameters, such as {@code "pick_date(bid: str, date: str, keep_open: bool = False)"}
     * @param description what it does, for the model
     * @param examples calls that show how it is used
     * @param body carries it out
     */
    record CustomAction(Signature signature, String description, List<String> examples, Body body)
            implements PageAction {

        /** Carries an action out. What it throws is told to the agent and ends nothing. */
        @FunctionalInterface
        public interface Body {

            /**
             * Acts.
             *
             * @param browser what it can reach
             * @param arguments a value for each parameter by name: what the agent gave, else the default
             */
            void run(Browsing browser, Map<String, @Nullable Object> arguments) throws Exception;
        }

        /** Parts of the browser that an action can reach while it runs. */
        public interface Browsing {

            /** Returns the active page. */
            BrowserPage page();

            /** Returns the element with that bid, in whatever frame. */
            BrowserPage.BrowserElement element(String bid);

            /** Writes to the user as the assistant. */
            void sendMessageToUser(String text);

            /** Tells the user that the task cannot be done, which ends the episode. */
            void reportInfeasible(String reason);
        }

        public CustomAction {
            examples = List.copyOf(examples);
        }

        public static CustomAction of(String signature, String description, Body body) {
            return new CustomAction(Signature.parse(signature), description, List.of(), body);
        }
    }

    /**
     * One call that an agent asked for. Its arguments are checked when it is its turn, after the calls before it were carried out.
     *
     * @param positional the arguments given by position, as plain values or {@link PythonTuple}
     * @param named the arguments given by name
     */
    record Call(PageAction action, List<@Nullable Object> positional, List<Named> named) {

        /** An argument that an action gives by name. */
        public record Named(String name, @Nullable Object value) {}

        public Call {
            positional = Collections.unmodifiableList(new ArrayList<>(positional));
            named = List.copyOf(named);
        }

        /** Returns the call's name. */
        public String name() {
            return action.signature().name();
        }

        /**
         * Returns a value for each parameter of the action, by name and in order.
         *
         * @throws ActionException where they do not fit, in Python's words
         */
        public Map<String, @Nullable Object> arguments() {
            Stream.concat(positional.stream(), named.stream().map(Named::value)).forEach(Call::refuseInfinity);
            return action.signature().bind(positional, named);
        }

        /** Refuses infinite numbers, which have no literal in Python, where the name is that of a variable which is not there. */
        private static void refuseInfinity(@Nullable Object value) {
            switch (value) {
                case Double d
                when d.isInfinite() -> throw new ActionException("NameError", "name 'inf' is not defined");
                case List<?> list -> list.forEach(Call::refuseInfinity);
                case PythonTuple tuple -> tuple.elements().forEach(Call::refuseInfinity);
                case Map<?, ?> map -> map.values().forEach(Call::refuseInfinity);
                case null, default -> {}
            }
        }

        /** Returns the call in one normal form, whatever way it was written. */
        public String code() {
            return name()
                    + Stream.concat(
                                    positional.stream().map(PythonRepr::of),
                                    named.stream()
                                            .map(argument -> argument.name() + "=" + PythonRepr.of(argument.value())))
                            .collect(Collectors.joining(", ", "(", ")"));
        }
    }
}
