package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GoldText;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Finds a count that stops at the first page of a list that has more. */
final class FirstPage {

    /** What is longer is another page, from which the count may come. */
    private static final int CONTENT = 80;

    private static final Pattern MORE = Pattern.compile(
            "(?i)\\bpage\\s*=?\\s*1\\s*(?:of|/)\\s*(?:[2-9]|\\d{2,})\\b|\\b(?:showing|results?|items?|entries|listings?)?\\s*\\b1\\s*(?:-|–|to)\\s*\\d+ of (?:about )?\\d[\\d,.]*"
                    + "|\\b1\\s+2\\s+(?:3\\s+)?(?:…\\s*)?next\\b");

    /** What many a page says, so that it tells only beside a count that is as long as a page. */
    private static final Pattern PERHAPS_MORE = Pattern.compile(
            "(?i)\\bnext(?: page)?\\s*(?:[»›>→]|$)|\\b(?:load|show|view|see) (?:more|all)\\b|\\bolder entries\\b|\\bnext page\\b");

    private static final Set<Double> PAGE_LENGTHS = DoubleStream.of(
                    8, 10, 12, 15, 16, 18, 20, 24, 25, 30, 36, 40, 48, 50, 60, 100, 200)
            .boxed()
            .collect(Collectors.toUnmodifiableSet());

    private static final Pattern FURTHER = Pattern.compile(
            "(?i)[?&](?:page|p|pg|offset|start|from|skip|cursor)=(?!0\\b|1\\b)\\w|/page/(?!1\\b)\\d|\\b(?:next|load more|show more|see all|show all|view all|page [2-9])\\b|\\bpage\\s*=?\\s*[2-9]\\d*\\s*(?:of|/)");

    private FirstPage() {}

    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        Optional<Double> gold = BareNumber.of(episode.gold());
        Optional<Double> answer = BareNumber.withUnit(episode.answer());
        if (gold.isEmpty()
                || answer.isEmpty()
                || answer.get() >= gold.get()
                || !QuestionWording.counts(episode.question())) {
            return Optional.empty();
        }
        List<Turn> turns = episode.turns();
        for (int i = 0; i < turns.size(); i++) {
            String seen = DiagnosisCase.seen(turns.get(i));
            Matcher more = MORE.matcher(seen);
            boolean found = more.find();
            if (!found && PAGE_LENGTHS.contains(answer.get())) {
                more = PERHAPS_MORE.matcher(seen);
                found = more.find();
            }
            if (found) {
                boolean went = turns.subList(i + 1, turns.size()).stream()
                        .anyMatch(turn -> turn.observation().length() >= CONTENT
                                || FURTHER.matcher(turn.action()).find()
                                || DiagnosisCase.addresses(turn).stream()
                                        .anyMatch(address ->
                                                FURTHER.matcher(address).find())
                                || turn.action().matches("(?is).*\\b(?:next|more|page)\\b.*"));
                return went
                        ? Optional.empty()
                        : Optional.of(Finding.of(
                                        rule,
                                        0.7,
                                        "It counted " + DisplayFormat.cut(episode.answer(), 40) + " of "
                                                + DisplayFormat.cut(episode.gold(), 40)
                                                + ": the list goes on behind the first page, and it did not.")
                                .because(Evidence.at(
                                        turns.get(i).index(),
                                        "the page says " + DisplayFormat.quote(GoldText.excerpt(seen, more.start()))))
                                .wouldAtMost(episode));
            }
        }
        return Optional.empty();
    }
}
