package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.traffic.Answer;
import dev.guerdon.browser.traffic.Ask;
import dev.guerdon.browser.traffic.Tape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Judges an address as it was judged when the traffic was recorded, so that a replay looks no name up.
 *
 * @param gate judges while traffic is recorded
 * @param tape the recording
 * @param episode who asks
 */
record TapedGate(Consumer<String> gate, Tape tape, String episode) implements Consumer<String> {

    private static final String OPEN = "open";
    private static final String REFUSED = "refused";

    @Override
    public void accept(String url) {
        Addresses.refuseLocal(url);
        Ask ask = Ask.gate(episode, url);
        if (tape.replays()) {
            // An address that nobody judged is asked for, and the proxy says that it was not recorded.
            Optional<Answer> known = tape.find(ask);
            if (known.isPresent() && known.get().head().getFirst().equals(REFUSED)) {
                throw new ActionException(
                        known.get().head().getLast(), new String(known.get().body(), StandardCharsets.UTF_8));
            }
            return;
        }
        try {
            gate.accept(url);
            tape.keep(ask, new Answer(List.of(OPEN), new byte[0], 0, true));
        } catch (ActionException e) {
            byte[] reason = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
            tape.keep(ask, new Answer(List.of(REFUSED, e.type()), reason, 0, true));
            throw e;
        }
    }
}
