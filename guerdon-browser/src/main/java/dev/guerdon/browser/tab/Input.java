package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;

/** The mouse and the keyboard of a tab. Buttons are {@code left}, {@code middle} and {@code right}, keys have the names of the DOM. */
@Internal
public interface Input {

    void move(double x, double y);

    void down(String button);

    void up(String button);

    /** Moves there and clicks that many times. */
    void click(double x, double y, String button, int times);

    void wheel(double deltaX, double deltaY);

    void keyDown(String key);

    void keyUp(String key);

    /** Presses a key or a combination, such as {@code Control+a}. */
    void press(String key);

    /** Types letter by letter. */
    void type(String text);

    /** Puts text in at once, as an input method does. */
    void insert(String text);
}
