package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation that makes a static or instance method a reward function.
 *
 * <p>Parameters are filled by name: {@code finalResponse}, {@code trajectory}, {@code context}, {@code id}, and any additional
 * field of the task, camelCase matching snake_case. {@link Field} names a field that Java cannot spell, {@link java.util.Optional}
 * or {@link Field.Default} make one optional. The method returns what {@link RewardFunction#score} may return.
 *
 * <p>{@snippet :
 * @Reward("contains_answer")
 * static boolean containsAnswer(String finalResponse, String answer) {
 *     return finalResponse.contains(answer);
 * }
 * }
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Stable
public @interface Reward {

    /** Returns the name it is registered under, unique if upper and lower case are the same. */
    String value();

    /** Returns one line on what it measures. */
    String description() default "";

    /** Returns whether it mainly computes or mainly waits. A method that returns a stage or future counts as waiting anyway. */
    Work work() default Work.COMPUTE;

    /** Returns a sample as a line of JSON, shown by {@code guerdon rewards NAME}. */
    String example() default "";

    /** Family that the rewards of a class belong to, by which {@code guerdon rewards} groups them. */
    @Documented
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Family {

        /** Returns a few words in lower case, such as {@code answer matching}. */
        String value();
    }

    /** Work on which a reward or tool spends its time, which decides the threads it runs on. */
    enum Work {
        /** Uses the processor: runs on a fixed pool, one thread per core. */
        COMPUTE,
        /** Waits for a network, a file or another process: runs on virtual threads, many at a time. */
        WAIT
    }
}
