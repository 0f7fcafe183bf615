package dev.guerdon.catalogue.schema;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.regex.Flavor;

/** Whose reading of the standard counts. */
@Internal
public enum Rules {
    /** The standard: ECMAScript patterns, exact decimals, every reference resolved beforehand. */
    STANDARD(Flavor.ECMA),
    /** Python's {@code jsonschema}: Python patterns, multiples by division of floats, references looked up when used. */
    PYTHON(Flavor.PYTHON);

    private final Flavor flavor;

    Rules(Flavor flavor) {
        this.flavor = flavor;
    }

    Flavor flavor() {
        return flavor;
    }
}
