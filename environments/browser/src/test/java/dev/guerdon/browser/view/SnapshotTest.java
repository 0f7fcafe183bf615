package dev.guerdon.browser.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.browser.Vectors;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.view.AxTrees.MarkedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SnapshotTest {

    static List<String> recorded() {
        return Vectors.lines("pages.jsonl.gz").stream()
                .map(page -> page.get("raw").asString())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void tellsOfElementsWhatTheReferenceTells(String raw) {
        Json page = Vectors.json(raw);
        Map<String, ElementProperties> found =
                new DomSnapshot(page.get("dom_object").asMap()).extraProperties(1);
        Map<String, ElementProperties> expected = ElementProperties.read(page.get("extra_element_properties"));
        assertThat(found).containsExactlyEntriesOf(expected);
        assertThat(new Json(found.entrySet().stream()
                                .collect(
                                        LinkedHashMap::new,
                                        (map, entry) -> map.put(
                                                entry.getKey(), entry.getValue().plain()),
                                        LinkedHashMap::putAll))
                        .value())
                .isEqualTo(page.get("extra_element_properties").value());
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void takesOutTheIdsThatMarkingPutIn(String raw) {
        Map<String, @Nullable Object> clean =
                Vectors.json(raw).get("axtree_object").asMap();
        Map<String, @Nullable Object> marked =
                Vectors.json(raw).get("axtree_object").asMap();
        int turn = 0;
        for (Object each : CdpValues.list(marked.get("nodes"))) {
            Map<String, @Nullable Object> node = CdpValues.object(each);
            if (node.remove("browsergym_id") instanceof String bid) {
                mark(node, bid, turn++ % 2 == 0);
            }
        }
        assertThat(marked).isNotEqualTo(clean);
        AxTrees.takeIds(marked);
        assertThat(marked).isEqualTo(clean);
    }

    /** Adds the id to both places, or to the description only, as happens where the browser does not report the other. */
    private static void mark(Map<String, @Nullable Object> node, String bid, boolean both) {
        List<@Nullable Object> properties = new ArrayList<>(CdpValues.list(node.get("properties")));
        boolean described = properties.stream()
                .anyMatch(property ->
                        CdpValues.text(CdpValues.object(property).get("name")).equals("roledescription"));
        if (both && !described && node.containsKey("properties")) {
            properties.add(new LinkedHashMap<>(Map.of(
                    "name",
                    "roledescription",
                    "value",
                    new LinkedHashMap<>(Map.of("value", "browsergym_id_" + bid + " ")))));
            node.put("properties", properties);
        }
        String own = CdpValues.text(CdpValues.object(node.get("description")).get("value"));
        Map<String, @Nullable Object> description = new LinkedHashMap<>();
        CdpValues.object(node.get("description")).forEach((key, value) -> description.put(key, value));
        description.put("value", "browsergym_id_" + bid + " " + own);
        node.put("description", description);
    }

    @Test
    void joinsTheTreesOfFramesBelowTheirIframes() {
        Map<String, Map<String, @Nullable Object>> trees = new LinkedHashMap<>();
        trees.put(
                "main",
                tree(List.of(node("1", "RootWebArea", 1, "2"), node("2", "Iframe", 7), node("3", "Iframe", 8))));
        trees.put("inner", tree(List.of(node("10", "RootWebArea", 20))));
        Map<String, @Nullable Object> merged = AxTrees.merge(trees, id -> id.equals(7) ? "inner" : null);
        List<?> nodes = CdpValues.list(merged.get("nodes"));
        assertThat(nodes).hasSize(4);
        assertThat(CdpValues.object(nodes.get(1)).get("childIds")).isEqualTo(List.of("10"));
        assertThat(CdpValues.object(nodes.get(2)).get("childIds")).isEqualTo(List.of());
    }

    private static Map<String, @Nullable Object> tree(List<Map<String, @Nullable Object>> nodes) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("nodes", nodes);
        return tree;
    }

    private static Map<String, @Nullable Object> node(String id, String role, int backendId, String... children) {
        Map<String, @Nullable Object> node = new LinkedHashMap<>();
        node.put("nodeId", id);
        node.put("role", Map.of("value", role));
        node.put("backendDOMNodeId", backendId);
        node.put("childIds", List.of(children));
        return node;
    }

    @Test
    void cleansTheAttributesOfSnapshots() {
        Map<String, @Nullable Object> snapshot = new LinkedHashMap<>();
        snapshot.put(
                "strings",
                List.of(
                        "aria-description",
                        "aria-roledescription",
                        "browsergym_id_5 ",
                        "browsergym_id_a6 own",
                        "id",
                        "x"));
        List<@Nullable Object> attributes = new ArrayList<>();
        attributes.add(new ArrayList<>(List.of(4, 5, 1, 2, 0, 3)));
        attributes.add(new ArrayList<>(List.of(1, 3)));
        snapshot.put("documents", List.of(Map.of("nodes", Map.of("attributes", attributes))));
        DomSnapshot.removeIds(snapshot);
        assertThat(attributes).isEqualTo(List.of(List.of(4, 5, 0, 3), List.of(1, 3)));
        assertThat(CdpValues.list(snapshot.get("strings")).get(3)).isEqualTo("own");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "browsergym_id_a12 own text,a12,own text",
                "browsergym_id_a12,a12,''",
                "browsergym_id_a12\u00a0own,a12,own",
                "browsergym_id_a12-own,a12,-own",
                "browsergym_id_ own,-,browsergym_id_ own",
                "own,-,own"
            })
    void separatesIdsFromWhatThePageWrote(String marked, @Nullable String bid, String own) {
        assertThat(MarkedText.read(marked)).isEqualTo(new MarkedText(bid, own));
    }

    @Test
    void textOfSeveralLinesKeepsItsMark() {
        assertThat(MarkedText.read("browsergym_id_1 a\nb")).isEqualTo(new MarkedText(null, "browsergym_id_1 a\nb"));
        assertThat(MarkedText.read("browsergym_id_1\na")).isEqualTo(new MarkedText("1", "a"));
    }
}
