/**
 * BrowserGym's environment on Playwright and Chromium: observation, actions, tasks, safe fetch, and BrowserGym's result
 * folders. A page and whatever is written on it are never trusted.
 */
@NullMarked
package dev.guerdon.browser;

import org.jspecify.annotations.NullMarked;
