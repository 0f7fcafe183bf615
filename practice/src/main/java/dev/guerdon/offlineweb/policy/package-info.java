/**
 * Rule-based stand-ins for a model: a researcher for the offline web, an oracle for MiniWoB's simple tasks, and pages as the text they read.
 *
 * <p>They see what a model sees, the text of the conversation, and answer as a model does; that text is all they share with the agents. They
 * know neither the sites nor the questions nor what a page's scripts expect, so that they cannot cheat. {@code PageText} gives the text that
 * Chromium's accessibility tree has for the sites' own HTML, with the same ids; it runs no scripts and is no browser for other pages. Uses
 * no other room.
 */
@NullMarked
package dev.guerdon.offlineweb.policy;

import org.jspecify.annotations.NullMarked;
