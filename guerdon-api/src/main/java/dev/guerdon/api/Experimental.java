package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a type works and is tested, but may still change in any release, or go.
 *
 * <p>Use it where the gain is worth a look at the changelog with each update: a change is listed there, with what to do.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.PACKAGE})
@Retention(RetentionPolicy.CLASS)
@Stable
public @interface Experimental {}
