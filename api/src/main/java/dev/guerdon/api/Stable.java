package dev.guerdon.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that code may rely on a type: code that works with it keeps working until the next major version.
 *
 * <p>Names, parameters, return types and documented behaviour stay. Something may be added where it breaks neither callers nor, for
 * interfaces that users implement, their classes. A part that will be removed is deprecated for at least one release before.
 *
 * <p>Every public type is marked with this, {@link Experimental} or {@link Internal}. A mark on a member overrides that of its type; nested
 * types have the mark of the outer one unless they have their own. Before version 1.0 a minor version may do what a major one may do later.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.PACKAGE})
@Retention(RetentionPolicy.CLASS)
@Stable
public @interface Stable {}
