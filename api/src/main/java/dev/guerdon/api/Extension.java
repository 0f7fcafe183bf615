package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Something that a {@link Plugin} adds and that is found by its name, such as an agent, a suite or a policy.
 *
 * <p>A subinterface with {@link Kind} says what kind of thing it is.
 */
@Stable
public interface Extension {

    /** Returns the name it is found by, in upper or lower case. Names are unique within a kind. */
    String name();

    /** Marks an interface as a kind of extension. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Kind {

        /** Returns what one is called, in small letters with dashes between words, such as {@code diagnosis-rule}. */
        String value();

        /** Returns the command that lists all of them, for messages; empty if there is none. */
        String list() default "";
    }
}
