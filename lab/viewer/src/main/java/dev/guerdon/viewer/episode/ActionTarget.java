package dev.guerdon.viewer.episode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Target of an action on a picture: an element's rectangle, or a point, which has no width and no height.
 *
 * @param x from the left, in pixels of the picture
 * @param y from the top
 */
record ActionTarget(double x, double y, double width, double height) {

    private static final Pattern CALL = Pattern.compile("\\b([a-z_]+)\\(([^\\n]{0,2000})", Pattern.MULTILINE);
    private static final Pattern TEXT = Pattern.compile("(['\"])((?:(?!\\1).){1,60})\\1");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,6}(?:\\.\\d{1,6})?");
    private static final Set<String> ON_ELEMENT = Set.of(
            "click",
            "dblclick",
            "hover",
            "fill",
            "press",
            "focus",
            "clear",
            "select_option",
            "upload_file",
            "check",
            "uncheck");
    private static final Set<String> AT_POINT = Set.of(
            "mouse_click", "mouse_dblclick", "mouse_move", "mouse_down", "mouse_up", "mouse_upload_file", "scroll_at");
    private static final int MOST = 8;

    /** Returns whether it is only a point. */
    public boolean point() {
        return width == 0 && height == 0;
    }

    /**
     * Returns what an action was aimed at.
     *
     * @param action in BrowserGym's notation, such as {@code click('12')} or {@code mouse_click(30, 40)}
     * @param boxes where elements are, by their ids
     */
    public static List<ActionTarget> of(String action, Map<String, List<Double>> boxes) {
        List<ActionTarget> found = new ArrayList<>();
        Matcher call = CALL.matcher(action.substring(0, Math.min(action.length(), 20_000)));
        while (call.find() && found.size() < MOST) {
            String name = call.group(1);
            String arguments = call.group(2);
            if (ON_ELEMENT.contains(name)) {
                element(arguments, 1, boxes, found);
            } else if (name.equals("drag_and_drop")) {
                element(arguments, 2, boxes, found);
            } else if (AT_POINT.contains(name)) {
                points(arguments, 1, found);
            } else if (name.equals("mouse_drag_and_drop")) {
                points(arguments, 2, found);
            }
        }
        return List.copyOf(found);
    }

    private static void element(
            String arguments, int count, Map<String, List<Double>> boxes, List<ActionTarget> found) {
        Matcher text = TEXT.matcher(arguments);
        for (int i = 0; i < count && text.find(); i++) {
            List<Double> box = boxes.get(text.group(2));
            if (box != null && box.stream().allMatch(Double::isFinite)) {
                found.add(new ActionTarget(box.get(0), box.get(1), Math.max(1, box.get(2)), Math.max(1, box.get(3))));
            }
        }
    }

    private static void points(String arguments, int count, List<ActionTarget> found) {
        Matcher number = NUMBER.matcher(arguments);
        for (int i = 0; i < count && number.find(); i++) {
            double x = Double.parseDouble(number.group());
            if (number.find()) {
                found.add(new ActionTarget(x, Double.parseDouble(number.group()), 0, 0));
            }
        }
    }
}
