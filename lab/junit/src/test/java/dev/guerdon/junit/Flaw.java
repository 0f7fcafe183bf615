package dev.guerdon.junit;

/** A way to break the contract of environments, and the rule of the kit that must notice. */
enum Flaw {
    PAYS_THE_SCORE("theEpisodeEndsWithItsLastActionAndNotBefore"),
    PAYS_NOT_A_NUMBER("randomPlayKeepsToTheRules"),
    PAYS_FOR_THE_RESET("theEpisodeEndsWithItsLastActionAndNotBefore"),
    TELLS_THE_SCORE_ONLY_AT_THE_END("randomPlayKeepsToTheRules"),
    IS_DONE_WITHOUT_AN_END("theEpisodeEndsWithItsLastActionAndNotBefore"),
    ENDS_WITHOUT_BEING_DONE("theEpisodeEndsWithItsLastActionAndNotBefore"),
    ENDS_BEFORE_ITS_TIME("theEpisodeEndsWithItsLastActionAndNotBefore"),
    CUTS_BY_A_LIMIT_WITHOUT_NAME("randomPlayKeepsToTheRules"),
    REPEATS_THE_LAST_ANSWER("aStepAfterTheEndIsRefusedAndChangesNothing"),
    ACTS_AFTER_THE_END("aStepAfterTheEndIsRefusedAndChangesNothing"),
    COUNTS_AFTER_THE_END("aStepAfterTheEndIsRefusedAndChangesNothing"),
    FORGETS_THAT_IT_ENDED("aStepAfterTheEndIsRefusedAndChangesNothing"),
    READS_LONG_ACTIONS("anActionThatIsTooLongIsAnsweredAndNotCarriedOut"),
    DOES_NOT_SAY_THE_LENGTH("anActionThatIsTooLongIsAnsweredAndNotCarriedOut"),
    CARRIES_OUT_WHAT_IT_REFUSES("anActionThatIsTooLongIsAnsweredAndNotCarriedOut"),
    DRAWS_WITHOUT_THE_SEED("theSameTaskSeedAndActionsGiveTheSameSteps"),
    GOES_ON_DRAWING_AFTER_A_RESET("theSameTaskSeedAndActionsGiveTheSameSteps"),
    SHARES_ITS_DRAWS("manyInterleavedInstancesDoNotTouchEachOther"),
    SHARES_ITS_STATE("manyInterleavedInstancesDoNotTouchEachOther"),
    REFUSES_SEEDS("everySeedIsAcceptedAndRepeatable"),
    THROWS_FOR_NONSENSE("hostileActionsAreAnsweredAndDoNoHarm"),
    BREAKS_AT_NONSENSE("hostileActionsAreAnsweredAndDoNoHarm"),
    GIVES_LIVE_VALUES("aStepThatWasGivenDoesNotChangeLater"),
    GIVES_OBJECTS("theEpisodeEndsWithItsLastActionAndNotBefore"),
    LISTS_WHAT_IT_REFUSES("everyListedActionIsAccepted"),
    LISTS_TWICE("everyListedActionIsAccepted"),
    LISTS_WHAT_ITS_RULES_THROW_FOR("randomPlayKeepsToTheRules"),
    COUNTS_LOOKS("lookingAtActionsHintAndStateChangesNothing"),
    STEPS_BEFORE_THE_RESET("aStepBeforeTheFirstResetIsAnExceptionThatSaysSo"),
    TAKES_ANY_TASK("anUnknownTaskIsAnExceptionThatNamesIt"),
    IS_LOST_AFTER_AN_UNKNOWN_TASK("anUnknownTaskIsAnExceptionThatNamesIt"),
    KEEPS_COUNT_OVER_A_RESET("resetInTheMiddleOfAnEpisodeForgetsIt"),
    IS_BROKEN_BY_A_RESOURCE_RESET("aResourceResetMakesItAsGoodAsNew"),
    NEVER_CLOSES("closingTwiceIsHarmlessAndTheStatusSaysClosed"),
    ACTS_AFTER_CLOSE("closingTwiceIsHarmlessAndTheStatusSaysClosed"),
    FAILS_TO_CLOSE_UNUSED("closingAnUnusedEnvironmentIsHarmless"),
    CANNOT_BE_MANY("manyInstancesPlayAtTheSameTime"),
    NO_DESCRIPTION("theProviderDescribesItself"),
    ONE_ID_FOR_ALL_TASKS("bundledTasksHaveUniqueIdsAndAPrompt");

    private final String rule;

    Flaw(String rule) {
        this.rule = rule;
    }

    /** The test that fails. */
    String rule() {
        return rule;
    }
}
