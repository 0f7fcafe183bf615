package dev.guerdon.offlineweb.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Search results as the rule-based researcher remembers them, and what became of them. */
final class SearchMemory {

    /**
     * A result.
     *
     * @param title its title
     * @param url its address
     */
    record Result(String title, String url) {}

    private static final int MOST_TRIES = 3;

    private final Set<Result> known = new LinkedHashSet<>();
    private final Set<String> used = new HashSet<>();
    private String opened = "";
    private int tries;
    private boolean searched;

    /** Returns the results on a page of a search engine: a title, and the address as text. */
    static List<Result> on(PageElement page) {
        List<Result> results = new ArrayList<>();
        for (PageElement article : page.roles("article")) {
            Optional<String> title =
                    article.roles("link").stream().map(PageElement::name).findFirst();
            Optional<String> address = article.texts().stream()
                    .filter(text -> text.matches("https?://\\S+"))
                    .findFirst();
            if (title.isPresent() && address.isPresent()) {
                results.add(new Result(title.get(), address.get()));
            }
        }
        return results;
    }

    /**
     * Gets to a source: searches, then opens results one after the other.
     *
     * @param query what to search for
     * @return the next move; empty where a source is open
     */
    Optional<PolicyMove> toSource(PromptView view, String query) {
        if (!searched) {
            searched = true;
            return Optional.of(PolicyMove.search(query));
        }
        known.addAll(on(view.page()));
        if (isFailedPage(view.problem()) && !opened.isEmpty()) {
            return Optional.of(afterFailure(view));
        }
        return opened.isEmpty() ? Optional.of(next("I open the best result.")) : Optional.empty();
    }

    /** Returns whether an address did not open. A click that took long has mostly brought its page all the same. */
    private static boolean isFailedPage(String problem) {
        return problem.contains("goto") || problem.contains("net::ERR");
    }

    private PolicyMove afterFailure(PromptView view) {
        if (view.told("Timeout fallback")) {
            return next("The page did not load, so I use the next source.");
        }
        tries++;
        return tries < MOST_TRIES
                ? PolicyMove.open("The page did not load; I try again.", opened)
                : PolicyMove.giveUp("The page does not load.");
    }

    /** Leaves a source that is of no use. */
    PolicyMove next(String thought) {
        Optional<Result> result =
                known.stream().filter(one -> !used.contains(one.url())).findFirst();
        if (result.isEmpty()) {
            return PolicyMove.giveUp("There are no further sources.");
        }
        opened = result.get().url();
        used.add(opened);
        tries = 0;
        return PolicyMove.open(thought, opened);
    }
}
