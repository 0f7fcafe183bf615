package dev.guerdon.browser.traffic;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * What came back.
 *
 * @param head the first line and the headers, or whatever stands in their place
 * @param body what followed
 * @param millis how long it took until the answer began
 * @param whole whether all of it came; an answer that nobody waited for is cut
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(List<String> head, byte[] body, long millis, boolean whole) {

    public Answer {
        head = List.copyOf(head);
    }
}
