package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * How reading the products went.
 *
 * @param products how many are in the shop
 * @param duplicates records whose id was there already
 * @param unusable records without a usable id, which the reference leaves out too
 * @param malformed how many records could not be read
 * @param faults the first of those, with line and reason
 */
@Internal
public record Loaded(int products, int duplicates, int unusable, int malformed, List<Fault> faults) {

    /** How many faults are kept; the others are only counted. */
    static final int KEPT_FAULTS = 100;

    public Loaded {
        faults = List.copyOf(faults);
    }

    /**
     * A record that could not be read.
     *
     * @param line the line of the file where it begins
     * @param reason what is wrong with it
     */
    public record Fault(long line, String reason) {}

    /** One line for logs. */
    public String summary() {
        StringBuilder text = new StringBuilder().append(products).append(" products");
        if (duplicates + unusable > 0) {
            text.append(", ").append(duplicates + unusable).append(" left out (duplicate or without a usable id)");
        }
        if (malformed > 0) {
            text.append(", ")
                    .append(malformed)
                    .append(" malformed; first at line ")
                    .append(faults.getFirst().line())
                    .append(": ")
                    .append(faults.getFirst().reason());
        }
        return text.toString();
    }
}
