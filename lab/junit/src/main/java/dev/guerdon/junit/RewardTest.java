package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test method once for each sample of a file.
 *
 * <p>Where a line has an {@code expected_reward}, the reward must give it; null expects that it cannot be scored. The method may take
 * a {@link ScoredSample} to check more. A line without an expectation needs a method that takes one.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(RewardTestExtension.class)
@Experimental
public @interface RewardTest {

    /** Returns the reward's name. */
    String value();

    /** JSON lines as {@code guerdon score} reads them: a resource beside the class, or a path; or, with guerdon-parquet, a Parquet file by its path. */
    String samples();

    /** Classes with static methods annotated {@link dev.guerdon.api.Reward}, beside the plugins on the class path. */
    Class<?>[] rewards() default {};

    /** By how much a reward may differ from the expected one. */
    double tolerance() default ScoreAssert.TOLERANCE;
}
