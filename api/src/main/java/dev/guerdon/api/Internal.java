package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a type is public for other modules of Guerdon only.
 *
 * <p>It may change or go in any release, without a line in the changelog. Code outside of Guerdon should not use it. If you need it, say so
 * in an issue, so that it can become part of the API.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.PACKAGE})
@Retention(RetentionPolicy.CLASS)
@Stable
public @interface Internal {}
