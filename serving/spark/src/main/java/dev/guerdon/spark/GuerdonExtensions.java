package dev.guerdon.spark;

import dev.guerdon.api.Experimental;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.Tuple3;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Gives every session the rewards as SQL functions: {@code spark.sql.extensions=dev.guerdon.spark.GuerdonExtensions}.
 *
 * <p>{@code SELECT qa_f1_reward(final_response, answer) FROM answers}: the fields of a reward are the arguments, in the order in which
 * {@code guerdon rewards NAME} shows them. The result is NULL where the reward could not be computed. {@code DESCRIBE FUNCTION} tells
 * what a function takes.
 */
@Experimental
public final class GuerdonExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        RewardFunctions.plain()
                .register((name, info, builder) -> extensions.injectFunction(new Tuple3<>(name, info, builder)));
        return BoxedUnit.UNIT;
    }
}
