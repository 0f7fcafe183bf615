package dev.guerdon.cli.picture;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a terminal answered about itself.
 *
 * @param text all that came
 */
record Answers(String text) {

    /** Asks for the size of a cell, then what the terminal is: every terminal answers the second. */
    static final String QUESTION = "\u001b[16t\u001b[c";

    private static final Pattern DEVICE = Pattern.compile("\u001b\\[\\?([0-9;]{1,100})c");
    private static final Pattern CELL = Pattern.compile("\u001b\\[6;([0-9]{1,3});([0-9]{1,3})t");

    /** Among the attributes of a device, this is sixels. */
    private static final String SIXELS = "4";

    /** Whether the answer to the last question is there. */
    boolean isComplete() {
        return DEVICE.matcher(text).find();
    }

    boolean hasSixels() {
        Matcher device = DEVICE.matcher(text);
        // The first number is the kind of terminal.
        return device.find()
                && Arrays.stream(device.group(1).split(";", -1)).skip(1).anyMatch(SIXELS::equals);
    }

    /** Width and height of a cell in pixels, where it was told and makes sense. */
    Optional<int[]> cell() {
        Matcher cell = CELL.matcher(text);
        if (!cell.find()) {
            return Optional.empty();
        }
        int height = Integer.parseInt(cell.group(1));
        int width = Integer.parseInt(cell.group(2));
        return width >= 2 && height >= 2 ? Optional.of(new int[] {width, height}) : Optional.empty();
    }
}
