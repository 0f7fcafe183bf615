package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties of an element beyond the trees.
 *
 * @param visibility the share of it that is in the viewport, from 0 to 1; null where the page did not tell
 * @param box where it is; null if it is not rendered
 * @param clickable whether it listens to clicks
 * @param setOfMarks whether it gets a mark on the marked screenshot
 */
@Experimental
public record ElementProperties(
        @Nullable Double visibility, @Nullable Box box, boolean clickable, boolean setOfMarks) {

    /** A rectangle in pixels of the screenshot. */
    public record Box(double x, double y, double width, double height) {}

    private static final double MOSTLY = 0.5;

    /** Returns whether at least half of it is in the viewport. */
    public boolean visible() {
        return visibility != null && visibility >= MOSTLY;
    }

    /** Returns the properties by bid, as BrowserGym's JSON has them. */
    public static Map<String, ElementProperties> read(Json properties) {
        Map<String, ElementProperties> byBid = new LinkedHashMap<>();
        properties.asMap().forEach((bid, value) -> byBid.put(bid, readOne(new Json(value))));
        return byBid;
    }

    private static ElementProperties readOne(Json value) {
        return new ElementProperties(
                value.find("visibility").map(Json::asDouble).orElse(null),
                value.find("bbox").map(ElementProperties::box).orElse(null),
                value.find("clickable").map(Json::asBoolean).orElse(false),
                value.find("set_of_marks").map(Json::asBoolean).orElse(false));
    }

    private static Box box(Json numbers) {
        List<Json> four = numbers.asList();
        return new Box(
                four.get(0).asDouble(),
                four.get(1).asDouble(),
                four.get(2).asDouble(),
                four.get(3).asDouble());
    }

    /** Returns the plain value that {@link #read} takes. */
    public Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("visibility", visibility);
        plain.put("bbox", box == null ? null : List.of(box.x(), box.y(), box.width(), box.height()));
        plain.put("clickable", clickable);
        plain.put("set_of_marks", setOfMarks);
        return plain;
    }
}
