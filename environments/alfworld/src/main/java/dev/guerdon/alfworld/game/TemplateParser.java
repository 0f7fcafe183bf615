package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.game.GameRules.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses templates as the reference does, including what it leaves out.
 *
 * <p>White space at the very start is dropped; from the first place where nothing fits, the rest of the template is ignored.
 */
final class TemplateParser {

    private static final Pattern TAG = Pattern.compile("#([\\w()/!<>\\-\\s,.]+)#");
    private static final Pattern EXPRESSION = Pattern.compile("[^|\\[\\]{}\\n<>]+");
    private static final Pattern CONDITION = Pattern.compile("\\s*\\|\\s*([^;|{}\\n\\[\\]#]+)");
    private static final Pattern QUOTED = Pattern.compile("\"([^;|\"<>\\[\\]#{}]*)\"");
    private static final Pattern PLAIN = Pattern.compile("[^;|\"<>\\[\\]#{}]+");

    private final String text;
    private final PlanningVocabulary vocabulary;
    private final Placeholders placeholders;
    private int at;

    private TemplateParser(String text, PlanningVocabulary vocabulary, Placeholders placeholders) {
        this.text = text;
        this.vocabulary = vocabulary;
        this.placeholders = placeholders;
    }

    static GameTemplate parse(String text, PlanningVocabulary vocabulary, Placeholders placeholders) {
        TemplateParser parser = new TemplateParser(text, vocabulary, placeholders);
        parser.skipStart();
        List<GameTemplate.Part> parts = new ArrayList<>();
        Optional<GameTemplate.Part> part = parser.part();
        while (part.isPresent()) {
            parts.add(part.get());
            part = parser.part();
        }
        return new GameTemplate(List.copyOf(parts));
    }

    private void skipStart() {
        at = leadingBlanks(0);
        if (text.startsWith("//", at)) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : leadingBlanks(end);
        }
    }

    private int leadingBlanks(int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private Optional<GameTemplate.Part> part() {
        if (at == text.length()) {
            return Optional.empty();
        }
        return switch (text.charAt(at)) {
            case '[' -> enumeration();
            case '{' -> conditional(false);
            case '#' -> take(TAG).map(matcher -> new GameTemplate.Rule(matcher.group(1)));
            case '"' -> take(QUOTED).map(matcher -> new GameTemplate.Literal(matcher.group(1)));
            default -> take(PLAIN).map(matcher -> new GameTemplate.Literal(matcher.group()));
        };
    }

    private Optional<GameTemplate.Part> enumeration() {
        at++;
        Optional<GameTemplate.Part> conditional =
                at < text.length() && text.charAt(at) == '{' ? conditional(true) : Optional.empty();
        return takeCharacter(']') ? conditional : Optional.empty();
    }

    private Optional<GameTemplate.Part> conditional(boolean listed) {
        at++;
        Optional<GameTemplate.Part> tag = take(TAG).map(matcher -> new GameTemplate.Rule(matcher.group(1)));
        Optional<GameTemplate.Part> inner = tag.isPresent()
                ? tag
                : take(EXPRESSION).map(matcher -> new GameTemplate.Value(TemplateExpression.parse(matcher.group())));
        if (inner.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> condition = take(CONDITION).map(matcher -> matcher.group(1));
        if (!takeCharacter('}')) {
            return Optional.empty();
        }
        if (condition.isEmpty()) {
            return inner;
        }
        FactQuery query = FactQuery.parse(condition.get(), vocabulary, placeholders);
        return Optional.of(
                listed ? new GameTemplate.Enumeration(inner.get(), query) : new GameTemplate.Each(inner.get(), query));
    }

    private Optional<Matcher> take(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        at = matcher.end();
        return Optional.of(matcher);
    }

    private boolean takeCharacter(char c) {
        boolean taken = at < text.length() && text.charAt(at) == c;
        if (taken) {
            at++;
        }
        return taken;
    }
}
