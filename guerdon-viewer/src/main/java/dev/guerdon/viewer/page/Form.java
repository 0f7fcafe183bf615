package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;

/**
 * What a form of a page asks for: a note, a saved view, a stop.
 *
 * <p>Its page has the field {@code key} with {@link Links#formKey()}. A request without it, of another site, or to a viewer that only
 * reads, never comes here.
 */
@Internal
public interface Form {

    /** Its path below the root of the viewer, with parts in braces. */
    String path();

    /**
     * Does it.
     *
     * @param address the path, and the fields of the form as its query
     * @return what the reader sees then, mostly {@link Answer.Elsewhere}
     * @throws Problem where it cannot be done
     */
    Answer take(Address address, Links links);
}
