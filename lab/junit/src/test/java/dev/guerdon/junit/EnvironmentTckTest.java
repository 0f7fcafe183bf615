package dev.guerdon.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.EnvironmentProvider;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Breaks the contract in every way that the kit has a rule for, and looks whether that rule notices. */
final class EnvironmentTckTest {

    private static volatile Flaw flaw = Flaw.PAYS_THE_SCORE;

    /** Not found by a build, because it is nested; the launcher gets it by name. */
    static final class Flawed extends CountdownTckTest {

        @Override
        protected EnvironmentProvider provider() {
            return new CountdownProvider(flaw);
        }

        @Override
        protected int concurrentInstances() {
            return 8;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void aFlawIsFoundByItsRule(Flaw broken) {
        flaw = broken;
        List<String> failed = Launched.run(Flawed.class).failures();
        assertThat(failed).as("rules that failed").anyMatch(failure -> failure.startsWith(broken.rule() + "()"));
    }

    @Test
    void everyRuleHasAFlawThatItFinds() {
        Set<String> found = EnumSet.allOf(Flaw.class).stream().map(Flaw::rule).collect(Collectors.toSet());
        List<String> rules = Arrays.stream(EnvironmentTck.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .toList();
        assertThat(rules).isNotEmpty().allMatch(found::contains);
    }
}
