/**
 * Videos of episodes, made of what Chromium shows, without any other program.
 *
 * <p>{@code Screencast} receives the frames of the active tab, {@code AnimatedPng} puts them into a file. Uses {@code spi} and
 * {@code tab}.
 */
@NullMarked
package dev.guerdon.browser.video;

import org.jspecify.annotations.NullMarked;
