package dev.guerdon.browser.cdp;

import java.util.ArrayList;
import java.util.List;

/**
 * What was tried at an element, in the words that agents know from Playwright.
 *
 * <p>Attempts that failed for the same reason are told once, with their number.
 */
final class AttemptLog {

    /** How long to wait before the second attempt, the third, and so on; the last for all that follow. */
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
