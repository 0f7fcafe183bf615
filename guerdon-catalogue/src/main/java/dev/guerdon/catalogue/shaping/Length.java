package dev.guerdon.catalogue.shaping;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.catalogue.gold.Gold;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long a response is: as the task says, in tokens, or else in code points. */
@Internal
public final class Length {

    private Length() {}

    /**
     * The length of a response.
     *
     * @param given the field {@code length}
     * @param tokens the field {@code completion_ids}
     */
    public static double of(@Nullable Double given, @Nullable Json tokens, String response) {
        if (given != null) {
            if (!(given >= 0)) {
                throw Gold.fault("the field 'length' must hold a length, found " + given);
            }
            return given;
        }
        return tokens == null
                ? response.codePointCount(0, response.length())
                : tokens(tokens).size();
    }

    /** The tokens of the field {@code completion_ids}. */
    public static List<?> tokens(Json tokens) {
        if (tokens.value() instanceof List<?> list) {
            return list;
        }
        throw Gold.fault("the field 'completion_ids' must hold a list of tokens, found " + tokens.kind());
    }
}
