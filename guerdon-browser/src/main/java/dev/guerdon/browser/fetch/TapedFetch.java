package dev.guerdon.browser.fetch;

import dev.guerdon.browser.fetch.FetchException.Kind;
import dev.guerdon.browser.fetch.SafeFetch.Fetched;
import dev.guerdon.browser.traffic.Answer;
import dev.guerdon.browser.traffic.Ask;
import dev.guerdon.browser.traffic.Tape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * Fetches while traffic is recorded or replayed; what failed when it was recorded fails again, with the same words.
 *
 * @param tape the recording
 * @param rollout who fetches
 * @param rules the rules of the web, asked for where something is really fetched
 */
record TapedFetch(Tape tape, String rollout, Supplier<WebRules> rules) implements FetchTools.Fetch {

    private static final String FETCHED = "fetched";
    private static final String FAILED = "failed";

    @Override
    public Fetched get(String url, String accept) {
        Ask ask = Ask.fetch(rollout, url);
        if (tape.replays()) {
            return replayed(tape.find(ask).orElseThrow(() -> new FetchException(Kind.NETWORK, tape.miss(ask))));
        }
        long begin = System.nanoTime();
        try {
            Fetched fetched = SafeFetch.within(rules.get()).get(url, accept);
            List<String> head =
                    List.of(FETCHED, fetched.url(), String.valueOf(fetched.status()), fetched.contentType());
            tape.keep(ask, answer(head, fetched.body(), begin));
            return fetched;
        } catch (FetchException e) {
            tape.keep(ask, answer(List.of(FAILED, e.kind().name()), String.valueOf(e.getMessage()), begin));
            throw e;
        }
    }

    private static Answer answer(List<String> head, String body, long begin) {
        return new Answer(head, body.getBytes(StandardCharsets.UTF_8), (System.nanoTime() - begin) / 1_000_000, true);
    }

    private static Fetched replayed(Answer answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        List<String> head = answer.head();
        if (head.size() == 4 && head.getFirst().equals(FETCHED)) {
            return new Fetched(head.get(1), Integer.parseInt(head.get(2)), head.get(3), text);
        }
        throw new FetchException(head.size() == 2 ? Kind.valueOf(head.get(1)) : Kind.ANSWER, text);
    }
}
