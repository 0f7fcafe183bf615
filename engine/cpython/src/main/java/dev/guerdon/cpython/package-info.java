/**
 * Python's text, floats, repr, JSON, literals and random numbers, byte for byte: one place for all that must answer as
 * a Python reference does.
 *
 * <p>The model is CPython 3.11 with Unicode 14, whatever the JDK knows. Values are plain: strings, numbers, booleans, lists,
 * maps, null, and {@link dev.guerdon.cpython.PythonTuple}. Where Python would raise an exception, {@link
 * dev.guerdon.cpython.PythonException} names it. Edit distances are here too, for every module may use this one. It needs
 * nothing but the JDK and the null annotations.
 */
@NullMarked
package dev.guerdon.cpython;

import org.jspecify.annotations.NullMarked;
