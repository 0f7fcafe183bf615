package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.driver.TargetFrame.Remote;
import dev.guerdon.browser.spi.BrowserPage.BrowserElement;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An element with a bid. It is looked up again for each attempt, because pages replace their elements. */
record BidElement(TargetTab tab, List<String> path) implements BrowserElement {

    /**
     * One attempt at an element.
     *
     * @param force whether to act without checking that the element can be acted on
     * @param millis how long it may take
     */
    public record Attempt(boolean force, double millis) {

        private static final double USUAL_MILLIS = 500;

        public static Attempt usual() {
            return new Attempt(false, USUAL_MILLIS);
        }
    }

    private static final String GONE = "element was detached from the DOM, retrying";
    /** Smaller parts of an element are no place to click; one pixel is, whatever is lost by rounding. */
    private static final double MIN_AREA = 0.99;

    private static final List<String> MOUSE = List.of("visible", "enabled", "stable");

    /** An element that was found. */
    private record Here(TargetFrame frame, Remote object) {}

    static Optional<BidElement> find(TargetTab tab, List<String> path) {
        return look(tab, path, Deadline.NEVER) == null ? Optional.empty() : Optional.of(new BidElement(tab, path));
    }

    private static @Nullable Here look(TargetTab tab, List<String> path, Deadline deadline) {
        TargetFrame frame = tab.tree().main();
        for (int i = 0; ; i++) {
            Remote found = frame.find("guerdonAct.find(" + JsonCodec.write(path.get(i)) + ")", deadline);
            TargetFrame inner = found == null || i == path.size() - 1
                    ? null
                    : tab.tree()
                            .find(CdpValues.text(frame.describe(found, deadline).get("frameId")));
            if (found == null || (inner == null && i < path.size() - 1)) {
                return null;
            }
            if (inner == null) {
                return new Here(frame, found);
            }
            frame = inner;
        }
    }

    /** One try: what is wrong, or empty if it is done. */
    private interface Try {
        String at(Here here, int number, Deadline deadline);
    }

    private void attempt(Attempt attempt, String action, String states, Try once) {
        Deadline deadline = Deadline.in(attempt.millis());
        AttemptLog log = new AttemptLog(path, action, attempt.force() ? "" : states);
        try {
            for (int number = 0; ; number++) {
                Here here = look(tab, path, deadline);
                String wrong = GONE;
                if (here != null) {
                    if (number == 0) {
                        log.resolved(String.valueOf(
                                here.frame().callOn(here.object(), "e => guerdonAct.preview(e)", List.of(), deadline)));
                    }
                    wrong = tryOnce(once, here, number, deadline);
                    release(here);
                }
                if (wrong.isEmpty()) {
                    tab.awaitConsequences();
                    return;
                }
                double pause = log.failed(wrong);
                if (deadline.isOver() || pause * 1e6 >= deadline.left()) {
                    tab.until(() -> false, deadline);
                    throw TargetTab.timeout(attempt.millis(), log.lines());
                }
                tab.until(() -> false, Deadline.in(pause));
            }
        } catch (PageException e) {
            if (e.kind() == Kind.TIMEOUT) {
                throw TargetTab.timeout(attempt.millis(), log.lines());
            }
            throw e.log().isEmpty() ? new PageException(e.kind(), String.valueOf(e.getMessage()), log.lines(), e) : e;
        }
    }

    private static String tryOnce(Try once, Here here, int number, Deadline deadline) {
        try {
            return once.at(here, number, deadline);
        } catch (PageException e) {
            if (CdpConnection.CONTEXT_GONE.equals(e.getMessage())) {
                return GONE; // The page was replaced before it was acted on.
            }
            throw e;
        }
    }

    private void release(Here here) {
        if (!tab.isClosed()) {
            tab.wire()
                    .tell(
                            here.object().world().session(),
                            "Runtime.releaseObjectGroup",
                            Map.of("objectGroup", FrameTree.WORLD));
        }
    }

    /** Asks our own script about the element. */
    private static Map<String, @Nullable Object> ask(Here here, String function, List<?> arguments, Deadline deadline) {
        return CdpValues.object(here.frame().callOn(here.object(), function, arguments, deadline));
    }

    /** Brings the mouse over the element: what is wrong, or empty. */
    private String point(Here here, List<String> states, boolean force, int number, Deadline deadline) {
        Map<String, @Nullable Object> place =
                ask(here, "(e, s, f, n) => guerdonAct.pointer(e, s, f, n)", List.of(states, force, number), deadline);
        if (place.get("fatal") instanceof String fatal) {
            throw new PageException(Kind.REFUSED, fatal);
        }
        if (place.get("wrong") instanceof String wrong) {
            return wrong;
        }
        List<Holder> holders = holders(here.frame(), deadline);
        double[] middle = middle(here, holders, deadline);
        if (middle == null) {
            return "element is outside of the viewport";
        }
        // The place in the page that each frame holds, from the outside.
        double x = middle[0];
        double y = middle[1];
        List<Inside> insides = new ArrayList<>();
        for (Holder holder : holders.reversed()) {
            insides.add(new Inside(holder.around(), holder.element(), x, y));
            x -= holder.x();
            y -= holder.y();
        }
        insides.add(new Inside(here.frame(), here.object(), x, y));
        for (Inside inside : force ? List.<Inside>of() : insides.reversed()) {
            String covered = covered(inside, deadline);
            if (!covered.isEmpty()) {
                return covered;
            }
        }
        tab.input().move(middle[0], middle[1]);
        // What the page shows where the mouse comes may lie over the element.
        return force || tab.isClosed() ? "" : covered(insides.getLast(), deadline);
    }

    /** A frame's holder in the page around it, and where its inside begins there. */
    private record Holder(TargetFrame frame, TargetFrame around, Remote element, double x, double y) {}

    /** A place in a frame, and the element that should be there. */
    private record Inside(TargetFrame frame, Remote element, double x, double y) {}

    /** Returns the frames that hold the element, from the inside. */
    private static List<Holder> holders(TargetFrame inner, Deadline deadline) {
        List<Holder> holders = new ArrayList<>();
        TargetFrame frame = inner;
        for (TargetFrame around = frame.parent(); around != null; around = frame.parent()) {
            Remote element = frame.holder(deadline);
            Map<String, @Nullable Object> inside =
                    CdpValues.object(around.callOn(element, "e => guerdonAct.inside(e)", List.of(), deadline));
            holders.add(new Holder(
                    frame, around, element, CdpValues.number(inside.get("x")), CdpValues.number(inside.get("y"))));
            frame = around;
        }
        return holders;
    }

    /** Returns the middle of the first part of the element that is in the viewport, where Playwright clicks; null for none. */
    private double @Nullable [] middle(Here here, List<Holder> holders, Deadline deadline) {
        Map<String, @Nullable Object> viewport =
                CdpValues.object(tab.tree().main().askOwnWorld("({ width: innerWidth, height: innerHeight })"));
        double width = CdpValues.number(viewport.get("width"));
        double height = CdpValues.number(viewport.get("height"));
        // The browser tells places in the outermost frame of the same process.
        double left = 0;
        double top = 0;
        boolean same = true;
        for (Holder holder : holders) {
            same &= holder.frame().session().equals(holder.around().session());
            left += same ? 0 : holder.x();
            top += same ? 0 : holder.y();
        }
        for (Object each : here.frame().quads(here.object(), deadline)) {
            double x = 0;
            double y = 0;
            double area = 0;
            List<?> numbers = CdpValues.list(each);
            double[] quad = new double[8];
            for (int i = 0; i < 8; i++) {
                double offset = i % 2 == 0 ? left : top;
                quad[i] = Math.clamp(CdpValues.number(numbers.get(i)) + offset, 0, i % 2 == 0 ? width : height);
            }
            for (int i = 0; i < 8; i += 2) {
                x += quad[i] / 4;
                y += quad[i + 1] / 4;
                int next = (i + 2) % 8;
                area += (quad[i] * quad[next + 1] - quad[next] * quad[i + 1]) / 2;
            }
            if (Math.abs(area) > MIN_AREA) {
                return new double[] {cut(x), cut(y)};
            }
        }
        return null;
    }

    /** Returns a coordinate as Playwright rounds it: which arrow of a small spin button the middle hits depends on it. */
    private static double cut(double coordinate) {
        return (int) (coordinate * 100) / 100.0;
    }

    private static String covered(Inside inside, Deadline deadline) {
        return CdpValues.text(inside.frame()
                .callOn(
                        inside.element(),
                        "(e, x, y) => guerdonAct.intercepting(e, x, y)",
                        List.of(inside.x(), inside.y()),
                        deadline));
    }

    /**
     * Clicks the element.
     *
     * @param button {@code left}, {@code middle} or {@code right}
     * @param modifiers keys that are down meanwhile, such as {@code Shift}
     * @param times 1, or 2 for a double click
     */
    public void click(Attempt attempt, String button, List<String> modifiers, int times) {
        attempt(
                attempt,
                times == 2 ? "dblclick" : "click",
                "visible, enabled and stable",
                (here, number, deadline) -> click(here, attempt, button, modifiers, times, number, deadline));
    }

    private String click(
            Here here,
            Attempt attempt,
            String button,
            List<String> modifiers,
            int times,
            int number,
            Deadline deadline) {
        modifiers.forEach(tab.input()::keyDown);
        try {
            String wrong = point(here, MOUSE, attempt.force(), number, deadline);
            if (wrong.isEmpty()) {
                tab.input().clickHere(button, times);
            }
            return wrong;
        } finally {
            if (!tab.isClosed()) {
                modifiers.forEach(tab.input()::keyUp);
            }
        }
    }

    public void hover(Attempt attempt) {
        attempt(
                attempt,
                "hover",
                "visible and stable",
                (here, number, deadline) ->
                        point(here, List.of("visible", "stable"), attempt.force(), number, deadline));
    }

    public void check(Attempt attempt, boolean checked) {
        attempt(attempt, checked ? "check" : "uncheck", "visible, enabled and stable", (here, number, deadline) -> {
            if (isChecked(here, deadline) == checked) {
                return "";
            }
            String wrong = click(here, attempt, "left", List.of(), 1, number, deadline);
            if (wrong.isEmpty() && isChecked(here, deadline) != checked) {
                throw new PageException(Kind.REFUSED, "Error: Clicking the checkbox did not change its state");
            }
            return wrong;
        });
    }

    private static boolean isChecked(Here here, Deadline deadline) {
        return Boolean.TRUE.equals(
                here.frame().callOn(here.object(), "e => guerdonAct.checked(e)", List.of(), deadline));
    }

    public void fill(Attempt attempt, String text) {
        attempt(attempt, "fill", "visible, enabled and editable", (here, number, deadline) -> {
            Map<String, @Nullable Object> answer =
                    ask(here, "(e, t, f) => guerdonAct.fill(e, t, f)", List.of(text, attempt.force()), deadline);
            if (answer.get("wrong") instanceof String wrong) {
                return wrong;
            }
            if (answer.get("done") == null) {
                if (text.isEmpty()) {
                    tab.input().pressKeys("Delete");
                } else {
                    tab.input().insert(text);
                }
            }
            return "";
        });
    }

    public void select(Attempt attempt, List<String> options) {
        attempt(
                attempt,
                "select option",
                "visible and enabled",
                (here, number, deadline) -> CdpValues.text(ask(
                                here,
                                "(e, o, f) => guerdonAct.select(e, o, f)",
                                List.of(options, attempt.force()),
                                deadline)
                        .get("wrong")));
    }

    /** Types letter by letter. */
    public void type(Attempt attempt, String text) {
        focused(attempt, "type", true, () -> tab.input().type(text));
    }

    public void press(Attempt attempt, String key) {
        focused(attempt, "press", true, () -> tab.input().pressKeys(key));
    }

    public void focus(Attempt attempt) {
        focused(attempt, "focus", false, () -> {});
    }

    private void focused(Attempt attempt, String action, boolean atStart, Runnable then) {
        attempt(attempt, action, "", (here, number, deadline) -> {
            here.frame().callOn(here.object(), "(e, s) => guerdonAct.focus(e, s)", List.of(atStart), deadline);
            then.run();
            return "";
        });
    }

    @Override
    public @Nullable Object evaluate(String function) {
        Here here = look(tab, path, Deadline.NEVER);
        if (here == null) {
            throw new PageException(Kind.REFUSED, "there is no element with the bid " + path.getLast());
        }
        return here.frame()
                .callOn(here.frame().inPage(here.object(), Deadline.NEVER), function, List.of(), Deadline.NEVER);
    }

    @Override
    public void click() {
        click(Attempt.usual(), "left", List.of(), 1);
    }

    @Override
    public void hover() {
        hover(Attempt.usual());
    }

    @Override
    public void focus() {
        focus(Attempt.usual());
    }

    @Override
    public void fill(String text) {
        fill(Attempt.usual(), text);
    }

    @Override
    public void press(String key) {
        press(Attempt.usual(), key);
    }

    @Override
    public void select(List<String> options) {
        select(Attempt.usual(), options);
    }

    /**
     * Attempts at an element, in the words that agents know from Playwright.
     *
     * <p>Attempts that failed for the same reason are told once, with their number.
     */
    static final class AttemptLog {

        /** Time to wait before the second attempt, the third, and so on; the last for all that follow. */
        private static final double[] PAUSES = {0, 20, 100, 100, 500};

        private final List<String> lines = new ArrayList<>();
        private final String action;
        private final String states;
        private String last = "";
        private int times;
        private int attempts;

        AttemptLog(List<String> path, String action, String states) {
            this.action = action;
            this.states = states;
            StringBuilder locator = new StringBuilder("  - waiting for ");
            for (int i = 0; i < path.size(); i++) {
                locator.append("get_by_test_id(\"").append(path.get(i)).append("\")");
                if (i < path.size() - 1) {
                    locator.append(".locator(\":scope\").content_frame.");
                }
            }
            lines.add(locator.toString());
        }

        void resolved(String preview) {
            lines.add("    - locator resolved to " + preview);
        }

        /** Notes that an attempt failed, and says how many milliseconds to wait before the next one. */
        double failed(String wrong) {
            if (attempts == 0) {
                lines.add("  - attempting " + action + " action");
            }
            if (!wrong.equals(last)) {
                flush();
            }
            last = wrong;
            times++;
            return PAUSES[Math.min(attempts++, PAUSES.length - 1)];
        }

        private void flush() {
            if (times > 0) {
                String count = times == 1 ? "- " : times + " × ";
                if (states.isEmpty()) {
                    lines.add("    " + count + last);
                } else {
                    lines.add("    " + count + "waiting for element to be " + states);
                    lines.add("      - " + last);
                }
                lines.add("    - retrying " + action + " action");
            }
            times = 0;
        }

        List<String> lines() {
            flush();
            return List.copyOf(lines);
        }
    }
}
