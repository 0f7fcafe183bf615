/**
 * Chromium, driven over its DevTools protocol: start, sessions, tabs, frames, elements, input, actions, waiting, looking at a page, and
 * what a session leaves behind.
 *
 * <p>{@code ChromiumPipe} carries messages, {@code CdpConnection} is the part of one thread, {@code ContextTabs} and what hangs on it
 * follow what the browser tells. Everything on a connection belongs to one thread, that of its {@code Lane}: calls block, and what the
 * browser tells is heard while one of them waits. {@code ActionRunner} carries actions out, with errors in the words of Python. {@code
 * PageExtraction} takes the trees and the picture of a page. {@code SessionKeeping} keeps a video, a trace, requests, cookies and storage.
 * {@code InjectedScripts} are what runs inside pages. Uses {@code network}, {@code spi} and {@code view}.
 */
@NullMarked
package dev.guerdon.browser.driver;

import org.jspecify.annotations.NullMarked;
