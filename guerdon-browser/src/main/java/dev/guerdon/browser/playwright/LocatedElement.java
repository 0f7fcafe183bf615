package dev.guerdon.browser.playwright;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.KeyboardModifier;
import com.microsoft.playwright.options.MouseButton;
import dev.guerdon.browser.tab.Element;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A locator of Playwright's: it looks the element up again for each attempt. */
final class LocatedElement implements Element {

    private final Locator locator;

    LocatedElement(Locator locator) {
        this.locator = locator;
    }

    @Override
    public void click(Attempt attempt, String button, List<String> modifiers, int times) {
        MouseButton pressed = PageInput.button(button);
        List<KeyboardModifier> held = modifiers.stream()
                .map(name -> KeyboardModifier.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
        if (times == 2) {
            Failures.told(() -> locator.dblclick(new Locator.DblclickOptions()
                    .setButton(pressed)
                    .setModifiers(held)
                    .setForce(attempt.force())
                    .setTimeout(attempt.millis())));
        } else {
            Failures.told(() -> locator.click(new Locator.ClickOptions()
                    .setButton(pressed)
                    .setModifiers(held)
                    .setForce(attempt.force())
                    .setTimeout(attempt.millis())));
        }
    }

    @Override
    public void hover(Attempt attempt) {
        Failures.told(() -> locator.hover(
                new Locator.HoverOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
    }

    @Override
    public void check(Attempt attempt, boolean checked) {
        if (checked) {
            Failures.told(() -> locator.check(
                    new Locator.CheckOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
        } else {
            Failures.told(() -> locator.uncheck(
                    new Locator.UncheckOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
        }
    }

    @Override
    public void fill(Attempt attempt, String text) {
        Failures.told(() -> locator.fill(
                text, new Locator.FillOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
    }

    @Override
    public void select(Attempt attempt, List<String> options) {
        Failures.told(() -> {
            locator.selectOption(
                    options.toArray(String[]::new),
                    new Locator.SelectOptionOptions().setForce(attempt.force()).setTimeout(attempt.millis()));
        });
    }

    @Override
    public void type(Attempt attempt, String text) {
        Failures.told(() ->
                locator.pressSequentially(text, new Locator.PressSequentiallyOptions().setTimeout(attempt.millis())));
    }

    @Override
    public void press(Attempt attempt, String key) {
        Failures.told(() -> locator.press(key, new Locator.PressOptions().setTimeout(attempt.millis())));
    }

    @Override
    public void focus(Attempt attempt) {
        Failures.told(() -> locator.focus(new Locator.FocusOptions().setTimeout(attempt.millis())));
    }

    @Override
    public @Nullable Object evaluate(String function) {
        return Failures.told(() -> locator.evaluate(function));
    }
}
