package dev.guerdon.catalogue.schema;

import dev.guerdon.api.Internal;

/** Says what is wrong with a schema, and where in it. */
@Internal
public final class BadSchema extends RuntimeException {

    BadSchema(String problem) {
        super(problem, null, false, false);
    }
}
