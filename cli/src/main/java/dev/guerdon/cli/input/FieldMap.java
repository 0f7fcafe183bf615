package dev.guerdon.cli.input;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option for data whose fields have other names than those that a reward reads. */
@Internal
public final class FieldMap {

    @Option(
            names = "--map",
            paramLabel = "FIELD=NAME",
            description =
                    "Let the reward read FIELD from the field NAME of the data, as in answer=golden_answers. Can be"
                            + " repeated.")
    private Map<String, String> names = new LinkedHashMap<>();

    /** Returns the name in the data by the name that a reward asks for. */
    public Map<String, String> names() {
        names.forEach((field, name) -> {
            if (field.isBlank() || name.isBlank()) {
                throw new GuerdonException(
                        "--map needs two names, such as answer=golden_answers, found '" + field + "=" + name + "'");
            }
        });
        return names;
    }
}
