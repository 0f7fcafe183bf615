package dev.guerdon.sql;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the rewards of this module. */
@Internal
public final class SqlPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(SqlRewards.class);
    }
}
