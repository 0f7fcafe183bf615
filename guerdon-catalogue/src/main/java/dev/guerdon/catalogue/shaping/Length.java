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
     * @param response the final response, null where there is none
     */
    public static double of(@Nullable Double given, @Nullable Json tokens, @Nullable String response) {
        if (given != null) {
            if (!(given >= 0)) {
                throw Gold.fault("the field 'length' must hold a length, found " + given);
            }
            return given;
        }
        if (tokens != null) {
            return tokens(tokens).size();
        }
        if (response == null) {
            throw Gold.fault("the task has no response, and no length of one:"
                    + " expected 'length', 'completion_ids', 'final_response' or a trajectory");
        }
        return response.codePointCount(0, response.length());
    }

    /** The tokens of the field {@code completion_ids}. */
    public static List<?> tokens(Json tokens) {
        if (tokens.value() instanceof List<?> list) {
            return list;
        }
        throw Gold.fault("the field 'completion_ids' must hold a list of tokens, found " + tokens.kind());
    }
}
