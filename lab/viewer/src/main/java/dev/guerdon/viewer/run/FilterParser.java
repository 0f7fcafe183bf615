package dev.guerdon.viewer.run;

import dev.guerdon.core.base.NameRules;
import dev.guerdon.viewer.run.EpisodeSelection.FilterException;
import dev.guerdon.viewer.run.FigureColumn.Kind;
import dev.guerdon.viewer.run.FigureColumn.Unit;
import dev.guerdon.viewer.run.FigureColumn.WholeColumn;
import dev.guerdon.viewer.run.FilterLexer.Literal;
import dev.guerdon.viewer.run.FilterLexer.Token;
import dev.guerdon.viewer.run.RowTests.Truth;
import dev.guerdon.viewer.run.RowTests.Truth.Test;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Reads a filter and evaluates it on the way: what it returns is the truth of the part that it read. */
final class FilterParser {

    private static final int DEEPEST = 50;
    private static final int MOST_TESTS = 200;

    /** A text that no episode has is compared with this many others that some have. */
    private static final int FEW_TEXTS = 1000;

    private static final List<String> KEYWORDS = List.of("and", "or", "not", "in", "is", "missing", "present");

    private final List<Token> tokens;
    private final EpisodeIndex index;
    private final List<String> notices = new ArrayList<>();
    private int at;
    private int depth;
    private int tests;

    FilterParser(String text, EpisodeIndex index) {
        this.tokens = FilterLexer.tokens(text);
        this.index = index;
    }

    List<String> notices() {
        return List.copyOf(notices);
    }

    Truth whole() {
        Truth truth = either();
        if (peek().kind() != Token.Kind.END) {
            throw peek().error("expected 'and', 'or' or the end, found " + peek().words());
        }
        return truth;
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token take() {
        Token token = tokens.get(at);
        at += token.kind() == Token.Kind.END ? 0 : 1;
        return token;
    }

    private boolean took(String keyword) {
        boolean found = peek().keyword(keyword);
        at += found ? 1 : 0;
        return found;
    }

    private Truth either() {
        Truth truth = both();
        while (took("or")) {
            truth = truth.or(both());
        }
        return truth;
    }

    private Truth both() {
        Truth truth = negation();
        while (took("and")) {
            truth = truth.and(negation());
        }
        return truth;
    }

    private Truth negation() {
        boolean negated = false;
        while (took("not")) {
            negated = !negated;
        }
        Truth truth = primary();
        return negated ? truth.negated() : truth;
    }

    private Truth primary() {
        Token token = peek();
        if (!token.is(Token.Kind.MARK, "(")) {
            return test();
        }
        if (++depth > DEEPEST) {
            throw token.error("more than " + DEEPEST + " parentheses within each other");
        }
        take();
        Truth truth = either();
        if (!peek().is(Token.Kind.MARK, ")")) {
            throw peek().error("expected 'and', 'or' or the ')' that closes character " + (token.position() + 1)
                    + ", found " + peek().words());
        }
        take();
        depth--;
        return truth;
    }

    private Truth test() {
        Token name = take();
        if (++tests > MOST_TESTS) {
            throw name.error("more than " + MOST_TESTS + " comparisons");
        }
        boolean named = name.kind() == Token.Kind.NAME || name.kind() == Token.Kind.WORD;
        if (!named
                || (name.kind() == Token.Kind.WORD
                        && KEYWORDS.contains(name.text().toLowerCase(Locale.ROOT)))) {
            throw name.error("expected the name of a column, such as reward, found " + name.words());
        }
        FigureColumn column = index.find(name.text())
                .orElseThrow(() -> name.error("there is no column '" + name.text() + "'" + index.hint(name.text())));
        return test(column, name);
    }

    private Truth test(FigureColumn column, Token name) {
        if (took("is")) {
            boolean negated = took("not");
            Truth truth = presence(column);
            return negated ? truth.negated() : truth;
        }
        if (peek().keyword("missing") || peek().keyword("present")) {
            return presence(column);
        }
        if (took("in")) {
            return list(column);
        }
        if (peek().keyword("not") && tokens.get(at + 1).keyword("in")) {
            at += 2;
            return list(column).negated();
        }
        if (peek().kind() == Token.Kind.COMPARISON) {
            return comparison(column, take());
        }
        if (RowTests.isFlag(column)) {
            return truth(RowTests.number(column, "=", BigDecimal.ONE));
        }
        throw peek().error("expected a comparison (= != < <= > >= ~ !~), 'in', 'missing' or 'present' after '"
                + name.text() + "', found " + peek().words());
    }

    private Truth presence(FigureColumn column) {
        Token word = take();
        Truth missing = truth(RowTests.missing(column));
        if (word.keyword("missing")) {
            return missing;
        }
        if (word.keyword("present")) {
            return missing.negated();
        }
        throw word.error("expected 'missing' or 'present', found " + word.words());
    }

    private Truth list(FigureColumn column) {
        Token open = take();
        if (!open.is(Token.Kind.MARK, "(")) {
            throw open.error("expected '(' after 'in', found " + open.words());
        }
        Truth any = equal(column, take());
        while (!peek().is(Token.Kind.MARK, ")")) {
            if (!peek().is(Token.Kind.MARK, ",")) {
                throw peek().error("expected ',' or ')', found " + peek().words());
            }
            take();
            if (++tests > MOST_TESTS) {
                throw peek().error("more than " + MOST_TESTS + " comparisons");
            }
            any = any.or(equal(column, take()));
        }
        take();
        return any;
    }

    private Truth equal(FigureColumn column, Token value) {
        return truth(compared(column, "=", value));
    }

    private Truth comparison(FigureColumn column, Token operator) {
        Token value = take();
        String sign = operator.text();
        return switch (sign) {
            case "!=" -> equal(column, value).negated();
            case "~", "!~" -> {
                Truth truth = truth(contains(column, operator, value));
                yield sign.equals("~") ? truth : truth.negated();
            }
            default -> truth(compared(column, sign, value));
        };
    }

    private Test contains(FigureColumn column, Token operator, Token value) {
        if (!RowTests.hasTexts(column)) {
            throw operator.error(
                    "'~' looks into texts, and " + column.name() + " has numbers; compare with = != < <= > >=");
        }
        Literal.of(value); // refuses what is no value
        return RowTests.contains(column, value.text());
    }

    private Test compared(FigureColumn column, String sign, Token value) {
        Literal literal = Literal.of(value);
        return switch (column.kind()) {
            case NUMBER -> number(column, sign, value, literal);
            case TEXT, SET -> text(column, sign, value);
            case MIXED ->
                literal instanceof Literal.Amount ? number(column, sign, value, literal) : text(column, sign, value);
        };
    }

    private Test text(FigureColumn column, String sign, Token value) {
        if (column.kind() == Kind.SET && !sign.equals("=")) {
            throw value.error(column.name() + " may have several values; use = != ~ !~ or 'in'");
        }
        if (sign.equals("=") && column instanceof TextColumn texts) {
            noteUnknown(texts, value.text());
        }
        return RowTests.text(column, sign, value.text());
    }

    /** Nothing is wrong with a text that no episode has, but it may be a slip of the pen. */
    private void noteUnknown(TextColumn texts, String text) {
        TextDictionary dictionary = texts.dictionary();
        if (dictionary.find(text) < 0 && dictionary.size() <= FEW_TEXTS && !texts.cut()) {
            List<String> known = IntStream.range(0, dictionary.size())
                    .mapToObj(dictionary::get)
                    .toList();
            notices.add("no episode has " + texts.name() + " = \"" + text + "\"" + NameRules.didYouMean(text, known));
        }
    }

    private Test number(FigureColumn column, String sign, Token token, Literal literal) {
        return switch (literal) {
            case Literal.Amount amount -> RowTests.number(column, sign, inUnitOf(column, token, amount));
            case Literal.Time span -> time(column, sign, token, span);
            case Literal.Text text -> {
                Literal.Time span = column.unit() == Unit.TIME && text.quoted() ? Literal.time(text.text()) : null;
                if (span != null) {
                    yield time(column, sign, token, span);
                }
                if (column.unit() == Unit.FLAG) {
                    yield RowTests.number(column, sign, flag(token));
                }
                throw expected(column, token);
            }
        };
    }

    private static Test time(FigureColumn column, String sign, Token token, Literal.Time span) {
        if (column.unit() == Unit.TIME && column instanceof WholeColumn whole) {
            return RowTests.time(whole, sign, span);
        }
        throw expected(column, token);
    }

    private static BigDecimal inUnitOf(FigureColumn column, Token token, Literal.Amount amount) {
        boolean fits = switch (amount.unit()) {
            case NONE -> column.unit() != Unit.TIME;
            case SECONDS -> column.unit() == Unit.SECONDS;
            case USD -> column.unit() == Unit.USD;
        };
        if (!fits) {
            throw expected(column, token);
        }
        return amount.value();
    }

    private static BigDecimal flag(Token token) {
        return switch (token.text().toLowerCase(Locale.ROOT)) {
            case "true", "yes" -> BigDecimal.ONE;
            case "false", "no" -> BigDecimal.ZERO;
            default -> throw token.error("expected true or false, found " + token.words());
        };
    }

    private static FilterException expected(FigureColumn column, Token token) {
        String what = switch (column.unit()) {
            case NONE -> "a number such as 0.5";
            case FLAG -> "true or false";
            case SECONDS -> "a duration such as 30s or 1h30m, or a number of seconds";
            case USD -> "an amount such as $0.05";
            case TIME -> "a date such as 2026-11-15 or 2026-11-15T10:30";
        };
        return token.error("expected " + what + " to compare " + column.name() + " with, found " + token.words());
    }

    private Truth truth(Test test) {
        return Truth.of(index.size(), test);
    }
}
