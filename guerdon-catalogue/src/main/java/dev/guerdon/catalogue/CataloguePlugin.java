package dev.guerdon.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the rewards of this module. */
@Internal
public final class CataloguePlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(AgreementMeasures.class);
        registration.rewards(ChoiceRewards.class);
        registration.rewards(DistanceRewards.class);
        registration.rewards(FormatRewards.class);
        registration.rewards(InspectRewards.class);
        registration.rewards(InstructionRewards.class);
        registration.rewards(MathAnswerRewards.class);
        registration.rewards(OverlapRewards.class);
        registration.rewards(ReasoningGymRewards.class);
        registration.rewards(SearchRewards.class);
        registration.rewards(ShapingRewards.class);
        registration.rewards(StateRewards.class);
        registration.rewards(StructuredRewards.class);
        registration.rewards(ToolCallRewards.class);
    }
}
