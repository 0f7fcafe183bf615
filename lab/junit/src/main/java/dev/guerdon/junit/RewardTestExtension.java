package dev.guerdon.junit;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.opentest4j.AssertionFailedError;

/** Turns the samples of a {@link RewardTest} into tests. */
final class RewardTestExtension implements TestTemplateInvocationContextProvider {

    private static final String EXPECTED = "expected_reward";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(RewardTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        RewardTest test = context.getRequiredTestMethod().getAnnotation(RewardTest.class);
        Registry registry = RewardAssertions.registry((Object[]) test.rewards());
        RewardEntry reward = registry.reward(test.value());
        boolean looks = context.getRequiredTestMethod().getParameterCount() > 0;
        return new SampleLines(registry, reward)
                .read(context.getRequiredTestClass(), test.samples()).stream()
                        .map(sample -> new Invocation(reward, sample, test.tolerance(), looks));
    }

    private record Invocation(RewardEntry reward, LineSample sample, double tolerance, boolean looks)
            implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocationIndex) {
            return reward.name() + " on " + sample.id();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            if (!looks && !sample.fields().containsKey(EXPECTED)) {
                throw new GuerdonException("sample " + sample.id() + " has no '" + EXPECTED
                        + "', and the test method takes no ScoredSample: nothing would be checked");
            }
            return List.of(new Check(this, RewardAssert.score(reward, sample)));
        }
    }

    private record Check(Invocation invocation, Score score) implements BeforeTestExecutionCallback, ParameterResolver {

        @Override
        public void beforeTestExecution(ExtensionContext context) {
            LineSample sample = invocation.sample();
            if (!sample.fields().containsKey(EXPECTED)) {
                return;
            }
            Object expected = sample.fields().get(EXPECTED);
            String name = invocation.reward().name();
            if (expected instanceof Number number) {
                new ScoreAssert(name, sample.id(), score).scores(number.doubleValue(), invocation.tolerance());
            } else if (expected != null) {
                throw new GuerdonException("sample " + sample.id() + ": expected '" + EXPECTED
                        + "' as a number or null, found " + expected);
            } else if (score instanceof Score.Scored scored) {
                throw new AssertionFailedError(
                        name + " on sample " + sample.id() + ": expected it to be unscored, found "
                                + scored.result().reward());
            }
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == ScoredSample.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return new ScoredSample(invocation.sample(), score);
        }
    }
}
