package dev.guerdon.offlineweb.researcher;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.JsonCodec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Researches questions about lists: finds the list, brings all of it to view as far as the prompt says how, and computes. */
final class ListPlan implements Plan {

    private static final Pattern SHOWING = Pattern.compile("Showing (\\d+) of (\\d+)");
    private static final Pattern DATA = Pattern.compile("Data[^:]*: (https?://\\S+)");

    private final Query query;
    private final Results results = new Results();
    private final Set<String> applied = new HashSet<>();
    private final Set<ListedItem> records = new LinkedHashSet<>();
    private boolean fetched;

    ListPlan(Query query) {
        this.query = query;
    }

    @Override
    public Move next(View view) {
        if (fetched && !view.fetched().isEmpty()) {
            return fromData(view);
        }
        Optional<Move> way = results.toSource(view, searchWords(view));
        return way.orElseGet(() -> onSource(view));
    }

    private String searchWords(View view) {
        if (query.aboutHomes() && view.told("Real estate")) {
            return "homes sold in " + query.place();
        }
        Optional<String> business = query.business();
        return business.isPresent() && view.told("Local business")
                ? business.get() + " near " + query.place()
                : query.question();
    }

    private Move onSource(View view) {
        if (query.aboutHomes() && view.told("Real estate")) {
            Optional<Tree> filter = nextFilter(view);
            if (filter.isPresent()) {
                applied.add(filter.get().name());
                return Move.click("I apply a filter of the site.", filter.get());
            }
        }
        List<ListedItem> here = ListedItem.on(view.page());
        if (here.isEmpty()) {
            return results.next("This page lists nothing of use, so I look at the next source.");
        }
        records.addAll(here);
        Optional<Tree> more = more(view);
        if (more.isPresent()) {
            return Move.click("The list goes on.", more.get());
        }
        return conclude(view);
    }

    /** The site's filters and orders that the question asks for, one after the other. */
    private Optional<Tree> nextFilter(View view) {
        List<String> wanted = new ArrayList<>();
        if (!query.year().isEmpty()) {
            wanted.add("Sold in " + query.year());
        }
        for (Query.Limit limit : query.limits()) {
            if (limit.words().contains("bedroom")) {
                String how = limit.relation() == Query.Relation.EXACTLY ? "Exactly " : "At least ";
                wanted.add(how + Words.shown(limit.value()) + " bed");
            }
        }
        switch (query.operation()) {
            case MOST -> wanted.add("Most expensive first");
            case LEAST -> wanted.add("Cheapest first");
            default -> {}
        }
        return view.page().role("link").stream()
                .filter(link -> !applied.contains(link.name()))
                .filter(link -> wanted.stream().anyMatch(name -> link.name().startsWith(name)))
                .findFirst();
    }

    private Optional<Tree> more(View view) {
        boolean homes = query.aboutHomes() && view.told("Real estate");
        boolean business = query.business().isPresent() && view.told("Local business");
        return view.page().clickables().stream()
                .filter(one -> (homes && one.name().equals("Next page"))
                        || (business && one.name().equals("Show more")))
                .findFirst();
    }

    private Move conclude(View view) {
        Optional<String> answer = new Findings(query, List.copyOf(records)).answer();
        if (!isWhole(view)) {
            return isLookup() && answer.isPresent()
                    ? Move.answer(view, answer.get())
                    : Move.giveUp("I see only a part of the list, which does not tell.");
        }
        if (answer.isPresent()) {
            return Move.answer(view, answer.get());
        }
        Optional<String> data = data(view);
        if (data.isPresent() && view.told("Local business")) {
            fetched = true;
            return Move.call(view, data.get());
        }
        return results.next("This list does not have what the question asks for.");
    }

    /** A single row tells enough, whatever the rest of the list is. */
    private boolean isLookup() {
        return records.stream()
                .anyMatch(
                        record -> record.name().length() > 3 && query.question().contains(record.name()));
    }

    private boolean isWhole(View view) {
        boolean another = view.page().clickables().stream()
                .anyMatch(one -> one.name().equals("Next page") || one.name().equals("Show more"));
        boolean all = view.page().texts().stream()
                .map(SHOWING::matcher)
                .filter(Matcher::find)
                .allMatch(shown -> shown.group(1).equals(shown.group(2)));
        return !view.pageCut() && !another && all;
    }

    private static Optional<String> data(View view) {
        return view.page().texts().stream()
                .map(DATA::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    private Move fromData(View view) {
        fetched = false;
        try {
            List<ListedItem> found = ListedItem.in(JsonCodec.read(view.fetched(), "the fetched data"));
            Optional<String> answer = new Findings(query, found).answer();
            if (answer.isPresent()) {
                return Move.answer(view, answer.get());
            }
        } catch (GuerdonException e) {
            return Move.giveUp("The data is not readable; it may have been cut off.");
        }
        return Move.giveUp("The data does not have what the question asks for.");
    }
}
