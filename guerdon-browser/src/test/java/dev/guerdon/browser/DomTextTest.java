package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DomTextTest {

    private static final DomOptions REFERENCE = DomOptions.standard().asReference();

    static List<Json> pages() {
        return Vectors.lines("pages.jsonl.gz");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void agreesWithTheRecordedTextInEveryVariant(Json page) {
        Json raw = Vectors.json(page.get("raw").asString());
        Map<String, ?> dom = raw.get("dom_object").asMap();
        Map<String, ElementProperties> properties = ElementProperties.read(raw.get("extra_element_properties"));
        Map<String, Object> variants = page.get("dom_txt").asMap();
        assertThat(variants).hasSize(8);
        variants.forEach((variant, text) -> assertThat(DomText.flatten(dom, properties, options(variant)))
                .as(variant)
                .isEqualTo(text));
        assertThat(PrunedHtml.of(DomText.flatten(dom, null, REFERENCE)))
                .isEqualTo(page.get("pruned_html").asString());
    }

    private static DomOptions options(String variant) {
        return switch (variant) {
            case "default" -> REFERENCE;
            case "visible_clickable" -> REFERENCE.with(ViewOption.WITH_VISIBLE, ViewOption.WITH_CLICKABLE);
            case "all_tags" ->
                REFERENCE.with(
                        ViewOption.WITH_VISIBLE,
                        ViewOption.WITH_CLICKABLE,
                        ViewOption.WITH_CENTER_COORDS,
                        ViewOption.WITH_BOUNDING_BOX_COORDS,
                        ViewOption.WITH_SOM);
            default -> REFERENCE.with(ViewOption.named(variant));
        };
    }

    @Test
    void anEmptySnapshotIsAnEmptyText() {
        assertThat(DomText.flatten(Map.of(), null, DomOptions.standard())).isEmpty();
    }
}
