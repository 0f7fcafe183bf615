package dev.guerdon.core.stdio;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The members of a request. What is missing or null is not there; what has another type is refused with its name.
 *
 * @param what names the request in messages
 */
record RequestMembers(String what, Json json) {

    /** Refuses members that the request does not know: most are misspelt. */
    RequestMembers only(String... known) {
        List<String> names = List.of(known);
        for (String name : json.asMap().keySet()) {
            if (!name.equals("do") && !names.contains(name)) {
                throw RequestRefusal.bad("'" + what + "' has no '" + name + "'" + NameRules.didYouMean(name, names)
                        + (names.isEmpty() ? "" : "; it may have: " + String.join(", ", names)));
            }
        }
        return this;
    }

    Optional<Json> find(String name) {
        return json.find(name).filter(value -> !value.isNull());
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> wrong(name, "a text"));
    }

    Optional<String> optionalText(String name) {
        return find(name).map(value -> {
            if (!value.isString()) {
                throw wrong(name, "a text");
            }
            return value.asString();
        });
    }

    Optional<Long> whole(String name) {
        return find(name).map(value -> whole(name, value));
    }

    long whole(String name, Json value) {
        if (!value.isNumber() || value.asDouble() != Math.rint(value.asDouble()) || Math.abs(value.asDouble()) > 1e18) {
            throw wrong(name, "a whole number");
        }
        return value.asLong();
    }

    Optional<List<Json>> list(String name) {
        return find(name).map(value -> {
            if (!value.isList()) {
                throw wrong(name, "a list");
            }
            return value.asList();
        });
    }

    /** Returns a list with a value for each of a number of things. */
    Optional<List<Json>> list(String name, int size) {
        Optional<List<Json>> values = list(name);
        values.ifPresent(found -> {
            if (found.size() != size) {
                throw RequestRefusal.bad("'" + what + "' needs " + size + " values in '" + name
                        + "', one for each environment, found " + found.size());
            }
        });
        return values;
    }

    /** Values by name, as the command line would have them: texts, numbers and truths. */
    Map<String, String> options(String name) {
        Map<String, String> options = new LinkedHashMap<>();
        Json given = find(name).orElse(new Json(Map.of()));
        if (!given.isObject()) {
            throw wrong(name, "an object");
        }
        for (Map.Entry<String, @Nullable Object> each : given.asMap().entrySet()) {
            switch (each.getValue()) {
                case null -> {}
                case String text -> options.put(each.getKey(), text);
                case Number number -> options.put(each.getKey(), JsonCodec.write(number));
                case Boolean truth -> options.put(each.getKey(), truth.toString());
                default -> throw wrong(name, "texts, numbers, true and false in the object");
            }
        }
        return options;
    }

    RequestRefusal wrong(String name, String expected) {
        return RequestRefusal.bad("'" + what + "' expects " + expected + " as '" + name + "', found "
                + json.find(name).map(Json::kind).orElse("nothing"));
    }
}
