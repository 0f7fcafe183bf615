package dev.guerdon.rewards;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.rewards.matching.AnswerMatchRewards;
import dev.guerdon.rewards.overlap.OverlapRewards;
import dev.guerdon.rewards.schema.StructuredRewards;
import dev.guerdon.rewards.writing.ShapingRewards;
import java.util.List;
import java.util.stream.Stream;

/** Brings the rewards of this module. */
@Internal
public final class CataloguePlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        Stream.of(AnswerMatchRewards.ALL, OverlapRewards.ALL, ShapingRewards.ALL, StructuredRewards.ALL)
                .flatMap(List::stream)
                .forEach(registration::rewards);
        registration.rewards(StateRewards.class);
    }
}
