package dev.guerdon.browser;

import dev.guerdon.browser.spi.BrowserTask;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the task of an episode said so far.
 *
 * @param judges whether the task judges at all
 * @param reward the sum of its rewards
 * @param done whether it said that it is over
 * @param steps how many actions it has seen
 * @param info what it told programs last
 */
record Judgement(boolean judges, double reward, boolean done, int steps, Map<String, @Nullable Object> info) {

    /** Before an episode. */
    static final Judgement NONE = new Judgement(false, 0, false, 0, Map.of());

    static Judgement begin(BrowserTask task, BrowserTask.Start start) {
        return new Judgement(task.judges(), 0, false, 0, start.info());
    }

    Judgement after(BrowserTask.Verdict verdict) {
        return new Judgement(judges, reward + verdict.reward(), verdict.done(), steps + 1, verdict.info());
    }
}
