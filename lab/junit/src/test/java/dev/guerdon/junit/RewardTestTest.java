package dev.guerdon.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward;
import dev.guerdon.api.Score;
import org.junit.jupiter.api.Test;

class RewardTestTest {

    static class Right {
        @RewardTest(value = "qa_f1_reward", samples = "qa.jsonl")
        void scores() {}
    }

    @Test
    void eachSampleIsATestOfItsOwn() {
        Launched launched = Launched.run(Right.class);
        assertThat(launched.failures()).isEmpty();
        assertThat(launched.passed())
                .containsExactly("qa_f1_reward on right", "qa_f1_reward on half", "qa_f1_reward on no answer");
    }

    static class Wrong {
        @RewardTest(value = "qa_f1_reward", samples = "wrong.jsonl")
        void scores() {}
    }

    @Test
    void samplesThatScoreOtherwiseFailWithBothFigures() {
        Launched launched = Launched.run(Wrong.class);
        assertThat(launched.passed()).containsExactly("qa_f1_reward on right");
        assertThat(launched.failures())
                .hasSize(3)
                .anyMatch(failure -> failure.endsWith("sample wrong: expected a reward of 0.5, found 0.0"))
                .anyMatch(failure -> failure.contains("sample unscored: expected a reward of 0.0, found MISSING_FIELD"))
                .anyMatch(failure -> failure.endsWith("sample scored: expected it to be unscored, found 0.0"));
    }

    static class NothingToCheck {
        @RewardTest(value = "qa_f1_reward", samples = "open.jsonl")
        void scores() {}
    }

    @Test
    void sampleWithoutExpectationIsNoTest() {
        Launched launched = Launched.run(NothingToCheck.class);
        assertThat(launched.passed()).isEmpty();
        assertThat(launched.failures()).anyMatch(failure -> failure.contains("nothing would be checked"));
    }

    static class Looking {
        @RewardTest(value = "qa_f1_reward", samples = "open.jsonl")
        void looks(ScoredSample scored) {
            assertThat(scored.sample().finalResponse()).isEqualTo("Lima");
            assertThat(scored.score()).isInstanceOf(Score.Scored.class);
        }

        @RewardTest(value = "qa_f1_reward", samples = "open.jsonl")
        void disagrees(ScoredSample scored) {
            assertThat(scored.score()).isInstanceOf(Score.Unscored.class);
        }
    }

    @Test
    void methodMayLookAtTheScoreItself() {
        Launched launched = Launched.run(Looking.class);
        assertThat(launched.passed()).hasSize(1);
        assertThat(launched.failures()).hasSize(1);
    }

    static class Own {
        @Reward("constant_half")
        static double half() {
            return 0.5;
        }

        @RewardTest(value = "constant_half", samples = "qa.jsonl", rewards = Own.class, tolerance = 0.5)
        void scores() {}
    }

    @Test
    void rewardsOfOnesOwnAndTolerance() {
        Launched launched = Launched.run(Own.class);
        assertThat(launched.passed()).containsExactly("constant_half on right", "constant_half on half");
        assertThat(launched.failures()).singleElement().asString().contains("expected it to be unscored");
    }

    static class Misspelt {
        @RewardTest(value = "qa_f1_rewrad", samples = "qa.jsonl")
        void scores() {}

        @RewardTest(value = "qa_f1_reward", samples = "missing.jsonl")
        void reads() {}
    }

    @Test
    void wrongNamesFailWithASentence() {
        Launched launched = Launched.run(Misspelt.class);
        assertThat(launched.passed()).isEmpty();
        assertThat(launched.failures())
                .anyMatch(failure -> failure.contains("did you mean 'qa_f1_reward'"))
                .anyMatch(failure -> failure.contains("there is no file of samples"));
    }
}
