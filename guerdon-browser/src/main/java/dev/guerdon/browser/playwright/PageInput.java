package dev.guerdon.browser.playwright;

import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.MouseButton;
import dev.guerdon.browser.tab.Input;
import java.util.Locale;

/** Playwright's mouse and keyboard. */
final class PageInput implements Input {

    private final Page page;

    PageInput(Page page) {
        this.page = page;
    }

    static MouseButton button(String name) {
        return MouseButton.valueOf(name.toUpperCase(Locale.ROOT));
    }

    @Override
    public void move(double x, double y) {
        Failures.told(() -> page.mouse().move(x, y));
    }

    @Override
    public void down(String button) {
        Failures.told(() -> page.mouse().down(new Mouse.DownOptions().setButton(button(button))));
    }

    @Override
    public void up(String button) {
        Failures.told(() -> page.mouse().up(new Mouse.UpOptions().setButton(button(button))));
    }

    @Override
    public void click(double x, double y, String button, int times) {
        if (times == 2) {
            Failures.told(() -> page.mouse().dblclick(x, y, new Mouse.DblclickOptions().setButton(button(button))));
        } else {
            Failures.told(() -> page.mouse().click(x, y, new Mouse.ClickOptions().setButton(button(button))));
        }
    }

    @Override
    public void wheel(double deltaX, double deltaY) {
        Failures.told(() -> page.mouse().wheel(deltaX, deltaY));
    }

    @Override
    public void keyDown(String key) {
        Failures.told(() -> page.keyboard().down(key));
    }

    @Override
    public void keyUp(String key) {
        Failures.told(() -> page.keyboard().up(key));
    }

    @Override
    public void press(String key) {
        Failures.told(() -> page.keyboard().press(key));
    }

    @Override
    public void type(String text) {
        Failures.told(() -> page.keyboard().type(text));
    }

    @Override
    public void insert(String text) {
        Failures.told(() -> page.keyboard().insertText(text));
    }
}
