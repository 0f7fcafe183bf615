package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.util.Optional;

/** A request of a page; the same request is the same object. */
@Internal
public interface Request {

    String url();

    /** Whether it asks for the page of a tab or frame. */
    boolean isNavigation();

    /** What it is for, such as {@code document}, {@code script} or {@code xhr}. */
    String type();

    /** The frame that asks; empty where it is not known yet, as in a new tab. */
    Optional<Frame> frame();
}
