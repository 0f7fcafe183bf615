package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation that makes a method a tool that a model can call.
 *
 * <p>Parameters are filled from the call's arguments by name, and {@code context} with the rollout's {@link Context}, through
 * which the tool reaches the environment that the reward will see. The schema shown to the model is derived from the parameters.
 * The method returns a {@link ToolOutcome}, or anything else, which is shown to the model as text (objects as JSON).
 *
 * <p>{@snippet :
 * @Tool(value = "temperature", description = "Read the thermometer of a room.")
 * static double temperature(@Tool.Description("kitchen or cellar") String room) {
 *     return thermometers.get(room).celsius();
 * }
 * }
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Stable
public @interface Tool {

    /** Returns the name the model uses. */
    String value();

    /** Returns what it does, for the model. */
    String description();

    /** Returns whether it mainly computes or mainly waits. */
    Reward.Work work() default Reward.Work.COMPUTE;

    /**
     * Returns whether an agent calls it before its first turn, and shows the model the text after the task: for what the model must see to
     * begin, such as the first page of a browser. Such a tool needs no arguments.
     */
    boolean firstLook() default false;

    /** Explanation of a tool's parameter, for the model that has to fill it. */
    @Documented
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Description {

        String value();
    }
}
