package dev.guerdon.webshop.goal;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reduces option values to plain colour words, as the reference does before it compares them. */
@Internal
public final class Colours {

    /** In the order in which they are tried. */
    private static final List<String> WORDS = List.of(
            ("alabaster apricot aqua ash asphalt azure banana beige black blue blush bordeaux bronze brown burgundy camel camo"
                            + " caramel champagne charcoal cheetah chestnut chocolate christmas coffee cognac copper coral"
                            + " cranberry cream crystal dark denim eggplant elephant espresso fuchsia gold granite grape"
                            + " graphite grass gray green grey heather indigo ivory ivy khaki lavender lemon leopard light"
                            + " lilac lime magenta maroon mauve merlot midnight mint mocha multicolor mushroom mustard"
                            + " natural navy nude olive orange peach pewter pink plum purple rainbow red rose royal rust sand"
                            + " sapphire seashell silver skull slate steel stone stonewash sunflower tan taupe teal tiger"
                            + " turquoise violet walnut wheat white wine yellow")
                    .split(" "));

    private static final Set<String> SET = Set.copyOf(WORDS);

    private Colours() {}

    /** The first colour word inside the text, else the text. A plain substring: "standard" is tan. */
    public static String normalize(String text) {
        for (String word : WORDS) {
            if (text.contains(word)) {
                return word;
            }
        }
        return text;
    }

    /** The first colour word that equals the name or the value of a pair, or null. */
    static @Nullable String ofPair(String name, String value) {
        if (SET.contains(name) && SET.contains(value)) {
            return WORDS.indexOf(name) <= WORDS.indexOf(value) ? name : value;
        }
        return SET.contains(name) ? name : SET.contains(value) ? value : null;
    }
}
