package dev.guerdon.lab;

import dev.guerdon.api.Plugin;

/** Brings the rules that explain lost reward. */
public final class LabPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new BlockedSiteRule());
        registration.add(new EnvironmentFaultRule());
        registration.add(new GoalNotReachedRule());
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
