package dev.guerdon.lab;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.lab.diagnose.BlockedSiteRule;
import dev.guerdon.lab.diagnose.CutReplyRule;
import dev.guerdon.lab.diagnose.EnvironmentFaultRule;
import dev.guerdon.lab.diagnose.FilteredReplyRule;
import dev.guerdon.lab.diagnose.GoalNotReachedRule;
import dev.guerdon.lab.diagnose.ModelFailureRule;
import dev.guerdon.lab.diagnose.NavigationLoopRule;
import dev.guerdon.lab.diagnose.NoAnswerRule;
import dev.guerdon.lab.diagnose.ParseErrorRule;
import dev.guerdon.lab.diagnose.StepBudgetRule;
import dev.guerdon.lab.diagnose.ToolErrorRule;
import dev.guerdon.lab.diagnose.TruncatedObservationRule;
import dev.guerdon.lab.diagnose.TruncatedPayloadRule;
import dev.guerdon.lab.diagnose.UnscoredRule;
import dev.guerdon.lab.diagnose.WrongAnswerRule;
import dev.guerdon.lab.diagnose.WrongFormatRule;
import dev.guerdon.lab.diagnose.WrongUnitRule;

/** Brings the rules that explain lost reward. */
@Internal
public final class LabPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new BlockedSiteRule());
        registration.add(new CutReplyRule());
        registration.add(new EnvironmentFaultRule());
        registration.add(new FilteredReplyRule());
        registration.add(new GoalNotReachedRule());
        registration.add(new ModelFailureRule());
        registration.add(new NavigationLoopRule());
        registration.add(new NoAnswerRule());
        registration.add(new ParseErrorRule());
        registration.add(new StepBudgetRule());
        registration.add(new ToolErrorRule());
        registration.add(new TruncatedObservationRule());
        registration.add(new TruncatedPayloadRule());
        registration.add(new UnscoredRule());
        registration.add(new WrongAnswerRule());
        registration.add(new WrongFormatRule());
        registration.add(new WrongUnitRule());
    }
}
