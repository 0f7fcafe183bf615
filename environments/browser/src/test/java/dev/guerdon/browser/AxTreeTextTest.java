package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeOptions.AxTreeProfile;
import dev.guerdon.browser.spi.ElementProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AxTreeTextTest {

    private static final AxTreeOptions RAW = AxTreeOptions.of(AxTreeProfile.RAW);
    private static final AxTreeOptions PINNED = AxTreeOptions.of(AxTreeProfile.PINNED);

    static List<Json> pages() {
        return Vectors.lines("pages.jsonl.gz");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void agreesWithTheRecordedTextInEveryVariant(Json page) {
        Json raw = Vectors.json(page.get("raw").asString());
        Map<String, ?> tree = raw.get("axtree_object").asMap();
        Map<String, ElementProperties> properties = ElementProperties.read(raw.get("extra_element_properties"));
        Map<String, Object> variants = page.get("axtree_txt").asMap();
        assertThat(variants).hasSize(13);
        variants.forEach((variant, text) -> assertThat(AxTreeText.flatten(tree, properties, options(variant)))
                .as(variant)
                .isEqualTo(text));
        AxTreeOptions threeRules = PINNED.changed("ignored_roles=LineBreak|InlineTextBox");
        assertThat(AxTreeText.flatten(tree, null, threeRules))
                .isEqualTo(page.get("pinned").asString());
        assertThat(AxTreeText.flatten(tree, null, PINNED))
                .isEqualTo(page.get("pinned4").asString());
        assertThat(AxTreeText.flatten(tree, properties, threeRules.changed("with_visible,with_clickable")))
                .isEqualTo(page.get("pinned_visible_clickable").asString());
    }

    private static AxTreeOptions options(String variant) {
        return switch (variant) {
            case "default" -> RAW;
            case "visible_clickable" -> RAW.changed("with_visible,with_clickable");
            case "all_tags" -> allTags();
            case "all_tags_2dec" -> allTags().changed("coord_decimals=2");
            case "filter_visible_hide_children" -> RAW.changed("filter_visible_only,hide_all_children");
            case "keep_generic" -> RAW.changed("skip_generic=false");
            case "keep_redundant_text" -> RAW.changed("remove_redundant_static_text=false");
            case "compat_no_inlinetextbox_no_url" ->
                RAW.changed("ignored_roles=LineBreak|InlineTextBox")
                        .changed("ignored_properties=editable|readonly|level|settable|multiline|invalid|focusable|url");
            default -> RAW.changed(variant);
        };
    }

    private static AxTreeOptions allTags() {
        return RAW.changed("with_visible,with_clickable,with_center_coords,with_bounding_box_coords,with_som");
    }

    @Test
    void optionsThatNeedElementPropertiesSayWhich() {
        assertThatThrownBy(() -> AxTreeText.flatten(Map.of("nodes", List.of()), null, RAW.changed("with_som")))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("extra_properties argument required")
                .hasMessageContaining("with_som");
    }

    @Test
    void typedChangesGiveTheSameOptions() {
        assertThat(RAW.changed("with_visible=true, with_clickable,coord_decimals=2,skip_generic=False"))
                .isEqualTo(RAW.changed("with_visible,with_clickable")
                        .changed("coord_decimals=2")
                        .changed("skip_generic=false"));
        assertThat(RAW.changed("ignored_roles=A|B").ignoredRoles()).containsExactlyInAnyOrder("A", "B");
        assertThatThrownBy(() -> RAW.changed("with_visibel=true")).hasMessageContaining("with_visible");
        assertThatThrownBy(() -> RAW.changed("with_visible=yes")).hasMessageContaining("'yes'");
        assertThatThrownBy(() -> RAW.changed("coord_decimals=999")).hasMessageContaining("999");
    }

    @Test
    void aTreeThatIsNoneEndsAndADeepOneDoesNotOverflow() {
        List<Object> nodes = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            nodes.add(Map.of(
                    "nodeId", "" + i,
                    "role", Map.of("value", "generic"),
                    "name", Map.of("value", ""),
                    "childIds", List.of("" + (i + 1) % 50_000, "0", "nowhere")));
        }
        assertThat(AxTreeText.flatten(Map.of("nodes", nodes), null, RAW)).isEmpty();
        assertThat(AxTreeText.flatten(Map.of(), null, RAW)).isEmpty();
    }
}
