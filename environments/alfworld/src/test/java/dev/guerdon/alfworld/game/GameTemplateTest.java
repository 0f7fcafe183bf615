package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.alfworld.game.GameRules.Placeholders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GameTemplateTest {

    private static List<GameTemplate.Part> parse(String text) {
        PlanningVocabulary vocabulary = new PlanningVocabulary();
        return TemplateParser.parse(text, vocabulary, new Placeholders(vocabulary))
                .parts();
    }

    @Test
    void whiteSpaceAtTheStartIsDroppedAndNowhereElse() {
        assertThat(parse("\n  Hello \n")).containsExactly(new GameTemplate.Literal("Hello \n"));
    }

    @Test
    void aFirstLineThatIsACommentIsDropped() {
        assertThat(parse("// note\nHello")).containsExactly(new GameTemplate.Literal("Hello"));
    }

    @ParameterizedTest
    @CsvSource({"kept; lost", "kept| lost", "kept<lost>", "kept} lost", "kept[ lost", "kept{x", "kept#no tag"})
    void fromTheFirstPlaceWhereNothingFitsTheRestIsIgnored(String text) {
        assertThat(parse(text)).containsExactly(new GameTemplate.Literal("kept"));
    }

    @Test
    void quotesAroundALiteralAreRemoved() {
        assertThat(parse("\"\n\"In")).containsExactly(new GameTemplate.Literal("\n"), new GameTemplate.Literal("In"));
    }

    @Test
    void rulesMayLookLikeCallsAndAreJustNames() {
        assertThat(parse("#overview(o, r)#."))
                .containsExactly(new GameTemplate.Rule("overview(o, r)"), new GameTemplate.Literal("."));
    }

    @Test
    void aListHoldsAConditional() {
        assertThat(parse("[{r.name | in(r:box)}]").getFirst()).isInstanceOf(GameTemplate.Enumeration.class);
        assertThat(parse("{#x# | in(r:box)}").getFirst()).isInstanceOf(GameTemplate.Each.class);
        assertThat(parse("[{r}]").getFirst()).isInstanceOf(GameTemplate.Value.class);
    }

    @Test
    void aQueryThatIsNoneIsAnError() {
        assertThatThrownBy(() -> parse("{r | nonsense}"))
                .isInstanceOf(AlfworldException.class)
                .hasMessageContaining("'nonsense'");
    }

    @Test
    void expressionsAreAttributesTextsSumsAndAlternatives() {
        assertThat(TemplateExpression.parse("o.indefinite + ' ' + o.name"))
                .isEqualTo(new TemplateExpression.Sum(List.of(
                        new TemplateExpression.Attribute("o", "indefinite"),
                        new TemplateExpression.Text(" "),
                        new TemplateExpression.Attribute("o", "name"))));
        assertThat(TemplateExpression.parse("r.name or r.id"))
                .isEqualTo(new TemplateExpression.FirstOf(List.of(
                        new TemplateExpression.Attribute("r", "name"), new TemplateExpression.Attribute("r", "id"))));
        assertThat(TemplateExpression.parse(" order ")).isEqualTo(new TemplateExpression.Attribute("order", "name"));
    }

    @ParameterizedTest
    @CsvSource({"__import__('os').system('x')", "o.name.upper()", "1 + 1 )", "+", "o.", "'open", "a b"})
    void anythingElseIsKeptUnreadAndNeverEvaluated(String source) {
        assertThat(TemplateExpression.parse(source)).isEqualTo(new TemplateExpression.Unreadable(source));
    }
}
