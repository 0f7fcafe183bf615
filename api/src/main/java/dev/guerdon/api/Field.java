package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Annotation that names the field that fills a parameter or record component, where its Java name would not find it. */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
@Stable
public @interface Field {

    /** Returns the field's exact JSON name. */
    String value();

    /** Annotation that makes a parameter optional, and gives the value for a field that is missing. */
    @Documented
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Default {

        /** Returns the value as JSON ({@code 0.5}, {@code true}, {@code []}), or plain text for a {@code String} parameter. */
        String value();
    }

    /**
     * Annotation of the field that holds a reward's options, an object: {@code my_reward(strict=true)} sets its member {@code strict} for all
     * samples. A sample's own field of that name wins, member by member.
     */
    @Documented
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Options {

        /** Returns the names of the options, separated by commas. */
        String value();
    }
}
