/**
 * Pages as text, without a browser.
 *
 * <p>Reads the HTML that the offline web's own sites write, and gives the text that Chromium's accessibility tree has for it, with the
 * same ids. It runs no scripts and knows no styles, so it is no browser for other pages. Uses no other room.
 */
@NullMarked
package dev.guerdon.offlineweb.reader;

import org.jspecify.annotations.NullMarked;
