package dev.guerdon.browser.view;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.AxTreeOptions.ViewOption;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.cpython.PythonFloats;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Text of one element in a view, and whether it is left out. */
@Internal
public final class ElementView {

    private static final Set<ViewOption> NEED_PROPERTIES = EnumSet.of(
            ViewOption.WITH_VISIBLE,
            ViewOption.WITH_CLICKABLE,
            ViewOption.WITH_CENTER_COORDS,
            ViewOption.WITH_BOUNDING_BOX_COORDS,
            ViewOption.WITH_SOM,
            ViewOption.FILTER_VISIBLE_ONLY,
            ViewOption.FILTER_WITH_BID_ONLY,
            ViewOption.FILTER_SOM_ONLY,
            ViewOption.HIDE_BID_IF_INVISIBLE);

    private final Set<ViewOption> shown;
    private final int decimals;
    private final Map<String, ElementProperties> properties;
    private final boolean plain;

    public ElementView(Set<ViewOption> shown, int decimals, @Nullable Map<String, ElementProperties> properties) {
        this.shown = shown;
        this.decimals = decimals;
        this.plain = shown.stream().noneMatch(NEED_PROPERTIES::contains);
        if (properties == null && !plain) {
            EnumSet<ViewOption> asked = EnumSet.copyOf(shown);
            asked.retainAll(NEED_PROPERTIES);
            throw new GuerdonException("extra_properties argument required: "
                    + String.join(", ", asked.stream().map(ViewOption::wireName).toList())
                    + " cannot be told without the extra element properties of the observation");
        }
        this.properties = properties == null ? Map.of() : properties;
    }

    /** Returns whether the filters leave the element out. An element that nothing is known of stays. */
    public boolean filters(@Nullable String bid) {
        if (bid == null) {
            return shown.contains(ViewOption.FILTER_WITH_BID_ONLY) || shown.contains(ViewOption.FILTER_SOM_ONLY);
        }
        ElementProperties known = plain ? null : properties.get(bid);
        return known != null
                && ((shown.contains(ViewOption.FILTER_VISIBLE_ONLY) && !known.visible())
                        || (shown.contains(ViewOption.FILTER_SOM_ONLY) && !known.setOfMarks()));
    }

    public boolean showsBid(@Nullable String bid) {
        if (bid == null || shown.contains(ViewOption.HIDE_ALL_BIDS)) {
            return false;
        }
        if (shown.contains(ViewOption.HIDE_BID_IF_INVISIBLE)) {
            ElementProperties known = properties.get(bid);
            return known != null && known.visible();
        }
        return true;
    }

    /** Appends what the options tell of the element, each with the separator before it. */
    public void append(@Nullable String bid, String separator, StringBuilder out) {
        ElementProperties known = plain || bid == null ? null : properties.get(bid);
        if (known == null) {
            return;
        }
        ElementProperties.Box box = known.box();
        if (box != null && shown.contains(ViewOption.WITH_BOUNDING_BOX_COORDS)) {
            double right = box.x() + box.width();
            double bottom = box.y() + box.height();
            coordinates(out.append(separator).append("box"), box.x(), box.y(), right, bottom);
        }
        if (box != null && shown.contains(ViewOption.WITH_CENTER_COORDS)) {
            double x = box.x() + box.width() / 2;
            double y = box.y() + box.height() / 2;
            coordinates(out.append(separator).append("center"), x, y);
        }
        if (known.clickable() && shown.contains(ViewOption.WITH_CLICKABLE)) {
            out.append(separator).append("clickable");
        }
        if (known.visible() && shown.contains(ViewOption.WITH_VISIBLE)) {
            out.append(separator).append("visible");
        }
        if (known.setOfMarks() && shown.contains(ViewOption.WITH_SOM)) {
            out.append(separator).append("som");
        }
    }

    private void coordinates(StringBuilder out, double... values) {
        out.append("=\"(");
        for (int i = 0; i < values.length; i++) {
            out.append(i == 0 ? "" : ",").append(PythonFloats.fixed(values[i], decimals));
        }
        out.append(")\"");
    }
}
