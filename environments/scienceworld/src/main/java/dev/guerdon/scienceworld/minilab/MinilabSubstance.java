package dev.guerdon.scienceworld.minilab;

import java.util.List;

/**
 * Material of a thing in {@code minilab}, and its name in each state of matter.
 *
 * @param solid its name below the melting point
 * @param liquid its name between the two
 * @param gas its name above the boiling point
 * @param melts the melting point in degrees Celsius
 * @param boils the boiling point in degrees Celsius
 */
record MinilabSubstance(String solid, String liquid, String gas, int melts, int boils) {

    static final MinilabSubstance WATER = new MinilabSubstance("ice", "water", "steam", 0, 100);
    static final MinilabSubstance ALCOHOL = named("alcohol", -114, 78);
    static final MinilabSubstance VINEGAR = named("vinegar", -2, 101);
    static final MinilabSubstance JUICE = named("apple juice", -3, 102);
    static final MinilabSubstance MERCURY = named("mercury", -39, 357);
    static final MinilabSubstance OIL = named("olive oil", -6, 300);
    static final MinilabSubstance CHOCOLATE = named("chocolate", 34, 390);
    static final MinilabSubstance BUTTER = named("butter", 36, 380);
    static final MinilabSubstance WAX = named("wax", 60, 370);
    static final MinilabSubstance TIN = named("tin", 232, 2602);
    static final MinilabSubstance SALT = named("salt", 801, 1465);
    static final MinilabSubstance SUGAR = named("sugar", 186, 2000);
    static final MinilabSubstance SALT_WATER = named("salt water", -5, 102);
    static final MinilabSubstance SUGAR_WATER = named("sugar water", -1, 101);
    static final MinilabSubstance RED = named("red paint", -4, 105);
    static final MinilabSubstance BLUE = named("blue paint", -4, 105);
    static final MinilabSubstance YELLOW = named("yellow paint", -4, 105);
    static final MinilabSubstance VIOLET = named("violet paint", -4, 105);
    static final MinilabSubstance GREEN = named("green paint", -4, 105);
    static final MinilabSubstance ORANGE = named("orange paint", -4, 105);

    /** Product of two substances that are mixed. */
    record Mixture(MinilabSubstance one, MinilabSubstance other, MinilabSubstance product) {}

    static final List<Mixture> MIXTURES = List.of(
            new Mixture(WATER, SALT, SALT_WATER),
            new Mixture(WATER, SUGAR, SUGAR_WATER),
            new Mixture(RED, BLUE, VIOLET),
            new Mixture(YELLOW, BLUE, GREEN),
            new Mixture(RED, YELLOW, ORANGE));

    /** The states of matter, coldest first. */
    enum State {
        SOLID,
        LIQUID,
        GAS
    }

    /** Returns a substance whose name stays the same, but for a word that tells the state if it is not the one of room temperature. */
    private static MinilabSubstance named(String name, int melts, int boils) {
        return melts > 20
                ? new MinilabSubstance(name, "molten " + name, name + " vapour", melts, boils)
                : new MinilabSubstance("frozen " + name, name, name + " vapour", melts, boils);
    }

    State state(int temperature) {
        return temperature < melts ? State.SOLID : temperature < boils ? State.LIQUID : State.GAS;
    }

    String name(int temperature) {
        return switch (state(temperature)) {
            case SOLID -> solid;
            case LIQUID -> liquid;
            case GAS -> gas;
        };
    }
}
