package dev.guerdon.rewards.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageGuessTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    en | The weather is lovely today and we went for a walk along the river.
                    de | Das Wetter ist heute sehr schön und wir gehen am Fluss spazieren.
                    fr | Il fait très beau aujourd'hui et nous nous promenons le long de la rivière.
                    es | Hoy hace muy buen tiempo y fuimos a pasear por el río.
                    ru | Сегодня прекрасная погода, и мы пошли гулять вдоль реки с друзьями.
                    ja | 今日は天気がとても良いので、友達と川沿いを散歩しました。
                    zh-cn | 今天天气很好，我们和朋友们沿着河边散步。
                    zh-tw | 今天天氣很好，我們和朋友們沿著河邊散步。
                    ko | 오늘 날씨가 매우 좋아서 친구들과 강을 따라 산책했습니다.
                    ar | الطقس جميل اليوم وذهبنا للتنزه على طول النهر مع أصدقائنا.
                    vi | Thời tiết hôm nay rất đẹp và chúng tôi đã đi dạo dọc bờ sông.
                    """)
    void tellsLanguages(String language, String text) {
        assertThat(LanguageGuess.of(text)).contains(language);
    }

    @Test
    void textWithoutLettersHasNone() {
        for (String text : List.of("", " ", "12345", "!?", "http://example.com/a", "me@example.org", "😀")) {
            assertThat(LanguageGuess.of(text)).as(text).isEqualTo(Optional.empty());
        }
    }

    @Test
    void answerDependsOnTheTextAloneInAnyThread() {
        String text = "Ceci n'est pas una casa mit Garten";
        Optional<String> once = LanguageGuess.of(text);
        assertThat(IntStream.range(0, 200)
                        .parallel()
                        .mapToObj(i -> LanguageGuess.of(text))
                        .distinct())
                .containsExactly(once);
    }

    @Test
    @Tag("slow")
    void longTextIsReadInPart() {
        assertThat(LanguageGuess.of("The weather is lovely today. ".repeat(50_000)))
                .contains("en");
        assertThat(LanguageGuess.of("a".repeat(300_000) + "@")).isPresent();
    }
}
