package dev.guerdon.browser.cdp;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.cdp.TargetFrame.Remote;
import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.tab.Element;
import dev.guerdon.browser.tab.Tab.Found;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An element with a bid. It is looked up again for each attempt, because pages replace their elements. */
final class BidElement implements Element {

    private static final String GONE = "element was detached from the DOM, retrying";
    private static final List<String> MOUSE = List.of("visible", "enabled", "stable");

    private final TargetTab tab;
    private final List<String> path;

    BidElement(TargetTab tab, List<String> path) {
        this.tab = tab;
        this.path = path;
    }

    /** An element that was found. */
    private record Here(TargetFrame frame, Remote object) {}

    static Found find(TargetTab tab, List<String> path) {
        int[] missing = {-1};
        Here here = look(tab, path, missing, Deadline.NEVER);
        return here == null ? new Found.Missing(missing[0]) : new Found.Here(new BidElement(tab, path));
    }

    private static @Nullable Here look(TargetTab tab, List<String> path, int[] missing, Deadline deadline) {
        TargetFrame frame = tab.tree().main();
        for (int i = 0; ; i++) {
            Remote found = frame.find("guerdonAct.find(" + JsonCodec.write(path.get(i)) + ")", deadline);
            TargetFrame inner = found == null || i == path.size() - 1
                    ? null
                    : tab.tree()
                            .find(Message.text(frame.describe(found, deadline).get("frameId")));
            if (found == null || (inner == null && i < path.size() - 1)) {
                missing[0] = found == null ? i : i + 1;
                return null;
            }
            if (inner == null) {
                return new Here(frame, found);
            }
            frame = inner;
        }
    }

    /** One try: what is wrong, or empty where it is done. */
    private interface Try {
        String at(Here here, int number, Deadline deadline);
    }

    private void attempt(Attempt attempt, String action, String states, Try once) {
        Deadline deadline = Deadline.in(attempt.millis());
        AttemptLog log = new AttemptLog(path, action, attempt.force() ? "" : states);
        try {
            for (int number = 0; ; number++) {
                Here here = look(tab, path, new int[1], deadline);
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
            if (Wire.CONTEXT_GONE.equals(e.getMessage())) {
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
        return Message.object(here.frame().callOn(here.object(), function, arguments, deadline));
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
        double x = Message.number(place.get("x"));
        double y = Message.number(place.get("y"));
        double frameX = 0;
        double frameY = 0;
        TargetFrame frame = here.frame();
        TargetFrame around = frame.parent();
        while (around != null) {
            Remote holder = frame.holder(deadline);
            Map<String, @Nullable Object> inside =
                    Message.object(around.callOn(holder, "e => guerdonAct.inside(e)", List.of(), deadline));
            frameX += Message.number(inside.get("x"));
            frameY += Message.number(inside.get("y"));
            String covered = force ? "" : covered(around, holder, x + frameX, y + frameY, deadline);
            if (!covered.isEmpty()) {
                return covered;
            }
            frame = around;
            around = frame.parent();
        }
        tab.pointer().move(x + frameX, y + frameY);
        // What the page shows where the mouse comes may lie over the element.
        return force || tab.isClosed() ? "" : covered(here.frame(), here.object(), x, y, deadline);
    }

    private static String covered(TargetFrame frame, Remote object, double x, double y, Deadline deadline) {
        return Message.text(
                frame.callOn(object, "(e, x, y) => guerdonAct.intercepting(e, x, y)", List.of(x, y), deadline));
    }

    @Override
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
        modifiers.forEach(tab.pointer()::keyDown);
        try {
            String wrong = point(here, MOUSE, attempt.force(), number, deadline);
            if (wrong.isEmpty()) {
                tab.pointer().clickHere(button, times);
            }
            return wrong;
        } finally {
            if (!tab.isClosed()) {
                modifiers.forEach(tab.pointer()::keyUp);
            }
        }
    }

    @Override
    public void hover(Attempt attempt) {
        attempt(
                attempt,
                "hover",
                "visible and stable",
                (here, number, deadline) ->
                        point(here, List.of("visible", "stable"), attempt.force(), number, deadline));
    }

    @Override
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

    @Override
    public void fill(Attempt attempt, String text) {
        attempt(attempt, "fill", "visible, enabled and editable", (here, number, deadline) -> {
            Map<String, @Nullable Object> answer =
                    ask(here, "(e, t, f) => guerdonAct.fill(e, t, f)", List.of(text, attempt.force()), deadline);
            if (answer.get("wrong") instanceof String wrong) {
                return wrong;
            }
            if (answer.get("done") == null) {
                if (text.isEmpty()) {
                    tab.pointer().pressKeys("Delete");
                } else {
                    tab.pointer().insert(text);
                }
            }
            return "";
        });
    }

    @Override
    public void select(Attempt attempt, List<String> options) {
        attempt(
                attempt,
                "select option",
                "visible and enabled",
                (here, number, deadline) -> Message.text(ask(
                                here,
                                "(e, o, f) => guerdonAct.select(e, o, f)",
                                List.of(options, attempt.force()),
                                deadline)
                        .get("wrong")));
    }

    @Override
    public void type(Attempt attempt, String text) {
        focused(attempt, "type", true, () -> tab.pointer().type(text));
    }

    @Override
    public void press(Attempt attempt, String key) {
        focused(attempt, "press", true, () -> tab.pointer().pressKeys(key));
    }

    @Override
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
        Here here = look(tab, path, new int[1], Deadline.NEVER);
        if (here == null) {
            throw new PageException(Kind.REFUSED, "there is no element with the bid " + path.getLast());
        }
        return here.frame()
                .callOn(here.frame().inPage(here.object(), Deadline.NEVER), function, List.of(), Deadline.NEVER);
    }
}
