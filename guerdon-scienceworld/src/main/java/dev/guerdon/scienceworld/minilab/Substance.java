package dev.guerdon.scienceworld.minilab;

import java.util.List;

/**
 * What a thing in {@code minilab} is made of, and what it is called in each state of matter.
 *
 * @param solid its name below the melting point
 * @param liquid its name between the two
 * @param gas its name above the boiling point
 * @param melts the melting point in degrees Celsius
 * @param boils the boiling point in degrees Celsius
 */
record Substance(String solid, String liquid, String gas, int melts, int boils) {

    static final Substance WATER = new Substance("ice", "water", "steam", 0, 100);
    static final Substance ALCOHOL = named("alcohol", -114, 78);
    static final Substance VINEGAR = named("vinegar", -2, 101);
    static final Substance JUICE = named("apple juice", -3, 102);
    static final Substance MERCURY = named("mercury", -39, 357);
    static final Substance OIL = named("olive oil", -6, 300);
    static final Substance CHOCOLATE = named("chocolate", 34, 390);
    static final Substance BUTTER = named("butter", 36, 380);
    static final Substance WAX = named("wax", 60, 370);
    static final Substance TIN = named("tin", 232, 2602);
    static final Substance SALT = named("salt", 801, 1465);
    static final Substance SUGAR = named("sugar", 186, 2000);
    static final Substance SALT_WATER = named("salt water", -5, 102);
    static final Substance SUGAR_WATER = named("sugar water", -1, 101);
    static final Substance RED = named("red paint", -4, 105);
    static final Substance BLUE = named("blue paint", -4, 105);
    static final Substance YELLOW = named("yellow paint", -4, 105);
    static final Substance VIOLET = named("violet paint", -4, 105);
    static final Substance GREEN = named("green paint", -4, 105);
    static final Substance ORANGE = named("orange paint", -4, 105);

    /** What two substances become when they are mixed. */
    record Mixture(Substance one, Substance other, Substance product) {}

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

    /** A substance whose name stays the same, but for a word that tells the state where it is not the one of room temperature. */
    private static Substance named(String name, int melts, int boils) {
        return melts > 20
                ? new Substance(name, "molten " + name, name + " vapour", melts, boils)
                : new Substance("frozen " + name, name, name + " vapour", melts, boils);
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
