package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.alfworld.logic.Vocabulary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TemplateTest {

    private static List<Template.Part> parse(String text) {
        Vocabulary vocabulary = new Vocabulary();
        return TemplateParser.parse(text, vocabulary, new Placeholders(vocabulary))
                .parts();
    }

    @Test
    void whiteSpaceAtTheStartIsDroppedAndNowhereElse() {
        assertThat(parse("\n  Hello \n")).containsExactly(new Template.Literal("Hello \n"));
    }

    @Test
    void aFirstLineThatIsACommentIsDropped() {
        assertThat(parse("// note\nHello")).containsExactly(new Template.Literal("Hello"));
    }

    @ParameterizedTest
    @CsvSource({"kept; lost", "kept| lost", "kept<lost>", "kept} lost", "kept[ lost", "kept{x", "kept#no tag"})
    void fromTheFirstPlaceWhereNothingFitsTheRestIsIgnored(String text) {
        assertThat(parse(text)).containsExactly(new Template.Literal("kept"));
    }

    @Test
    void quotesAroundALiteralAreRemoved() {
        assertThat(parse("\"\n\"In")).containsExactly(new Template.Literal("\n"), new Template.Literal("In"));
    }

    @Test
    void rulesMayLookLikeCallsAndAreJustNames() {
        assertThat(parse("#overview(o, r)#."))
                .containsExactly(new Template.Rule("overview(o, r)"), new Template.Literal("."));
    }

    @Test
    void aListHoldsAConditional() {
        assertThat(parse("[{r.name | in(r:box)}]").getFirst()).isInstanceOf(Template.Enumeration.class);
        assertThat(parse("{#x# | in(r:box)}").getFirst()).isInstanceOf(Template.Each.class);
        assertThat(parse("[{r}]").getFirst()).isInstanceOf(Template.Value.class);
    }

    @Test
    void aQueryThatIsNoneIsAnError() {
        assertThatThrownBy(() -> parse("{r | nonsense}"))
                .isInstanceOf(AlfworldException.class)
                .hasMessageContaining("'nonsense'");
    }

    @Test
    void expressionsAreAttributesTextsSumsAndAlternatives() {
        assertThat(Expression.parse("o.indefinite + ' ' + o.name"))
                .isEqualTo(new Expression.Sum(List.of(
                        new Expression.Attribute("o", "indefinite"),
                        new Expression.Text(" "),
                        new Expression.Attribute("o", "name"))));
        assertThat(Expression.parse("r.name or r.id"))
                .isEqualTo(new Expression.FirstOf(
                        List.of(new Expression.Attribute("r", "name"), new Expression.Attribute("r", "id"))));
        assertThat(Expression.parse(" order ")).isEqualTo(new Expression.Attribute("order", "name"));
    }

    @ParameterizedTest
    @CsvSource({"__import__('os').system('x')", "o.name.upper()", "1 + 1 )", "+", "o.", "'open", "a b"})
    void anythingElseIsKeptUnreadAndNeverEvaluated(String source) {
        assertThat(Expression.parse(source)).isEqualTo(new Expression.Unreadable(source));
    }
}
