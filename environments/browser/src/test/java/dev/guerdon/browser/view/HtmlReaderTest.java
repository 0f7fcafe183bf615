package dev.guerdon.browser.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.browser.Vectors;
import dev.guerdon.browser.view.DomText.PrunedHtml;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class HtmlReaderTest {

    /** Recorded with Beautiful Soup 4.15.0 on lxml 5.4.0 (libxml2 2.13.8): random trees, and soups of tags, text and errors. */
    @Test
    void readsBrokenHtmlAsTheReferencesParserDoes() {
        List<Json> recorded = Vectors.lines("html_prettify.jsonl.gz");
        assertThat(recorded).hasSize(1200);
        for (Json row : recorded) {
            String html = row.get("html").asString();
            assertThat(SoupTree.prettify(HtmlReader.read(html)))
                    .as(html)
                    .isEqualTo(row.get("pretty").asString());
            assertThat(PrunedHtml.of(html)).as(html).isEqualTo(row.get("pruned").asString());
        }
    }

    @Test
    void hostileTextsEndSoon() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (String piece : List.of(
                    "<", "<a", "<a ", "<a>", "</", "<!--", "<!", "<?a", "&", "&#", "a=\"", "<script>", "<p><div>")) {
                String text = piece.repeat(20_000);
                assertThat(SoupTree.prettify(HtmlReader.read(text))).isNotNull();
                assertThat(PrunedHtml.of("<div>" + text)).isNotNull();
            }
            Random random = new Random(11);
            StringBuilder noise = new StringBuilder();
            for (int i = 0; i < 500_000; i++) {
                noise.append("<>&;/!-?='\"abps \n".charAt(random.nextInt(17)));
            }
            assertThat(SoupTree.prettify(HtmlReader.read(noise.toString()))).isNotEmpty();
        });
    }
}
