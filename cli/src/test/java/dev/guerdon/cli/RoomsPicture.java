package dev.guerdon.cli;

import dev.guerdon.cli.RoomsTest.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Draws {@code docs/rooms.svg}: modules in layers, and in each module its rooms, from the door on top downwards.
 *
 * <p>A layer lies above everything that it may use, and so does a line of rooms. Lines between modules are drawn where no longer way
 * leads to the same module.
 */
final class RoomsPicture {

    private static final int MARGIN = 24;
    private static final int GAP = 18;
    private static final int LAYER_GAP = 40;
    private static final int HEADER = 26;
    private static final int CHIP = 22;
    private static final int CHIP_GAP = 6;
    private static final int PADDING = 8;
    private static final int CAPTION = 12;
    private static final double LETTER = 7.2;
    private static final double SMALL_LETTER = 6.3;
    private static final String DARK = "#2f5d8a";

    /** A module above all others, for which lines would say nothing. */
    private static final String TOP = "cli";

    private static final String STYLE = """
            <style>
            text { font: 12px Verdana, "DejaVu Sans", sans-serif; fill: #1c2733 }
            .door { font-weight: bold; fill: #ffffff }
            .caption { font-size: 11px; fill: #5b6b7c }
            </style>
            """;

    /** Where a module is drawn. */
    private record Box(String module, String caption, List<List<String>> lines, int width, int x, int y) {

        int height() {
            return HEADER + PADDING + lines.size() * (CHIP + CHIP_GAP) + CAPTION + PADDING;
        }

        int middle() {
            return x + width / 2;
        }
    }

    private final Map<String, Set<String>> modules = new TreeMap<>();
    private final Map<String, List<Room>> rooms;

    RoomsPicture(Map<String, Set<String>> mayUse, List<Room> rooms) {
        this.rooms = rooms.stream().collect(Collectors.groupingBy(Room::module, TreeMap::new, Collectors.toList()));
        mayUse.forEach((module, used) -> {
            if (this.rooms.containsKey(module)) {
                Set<String> present = new TreeSet<>(used);
                present.retainAll(this.rooms.keySet());
                modules.put(module, present);
            }
        });
    }

    String draw() {
        Map<String, Box> boxes = place();
        int width = boxes.values().stream()
                        .mapToInt(box -> box.x() + box.width())
                        .max()
                        .orElse(0)
                + MARGIN;
        int height = boxes.values().stream()
                        .mapToInt(box -> box.y() + box.height())
                        .max()
                        .orElse(0)
                + MARGIN;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
                width,
                height,
                width,
                height));
        svg.append("<title>The modules of Guerdon and their rooms</title>\n").append(STYLE);
        rectangle(svg, 0, 0, width, height, "#ffffff");
        modules.forEach((module, used) -> direct(used).forEach(other -> {
            if (!module.equals(TOP)) {
                arrow(svg, box(boxes, module), box(boxes, other));
            }
        }));
        boxes.values().forEach(box -> draw(svg, box));
        return svg.append("</svg>\n").toString();
    }

    private static Box box(Map<String, Box> boxes, String module) {
        Box box = boxes.get(module);
        if (box == null) {
            throw new IllegalArgumentException("no such module: " + module);
        }
        return box;
    }

    /** The boxes of all modules, layer by layer from the top, each layer in the middle. */
    private Map<String, Box> place() {
        Map<String, List<List<String>>> lines = new TreeMap<>();
        modules.keySet().forEach(module -> lines.put(module, lines(module)));
        List<List<String>> layers = layers(modules.keySet(), module -> modules.getOrDefault(module, Set.of()));
        int widest = layers.stream()
                .mapToInt(layer -> layer.stream()
                                .mapToInt(module -> width(module, lines) + GAP)
                                .sum()
                        - GAP)
                .max()
                .orElse(0);
        Map<String, Box> boxes = new TreeMap<>();
        int y = MARGIN;
        for (List<String> layer : layers) {
            int own = layer.stream()
                            .mapToInt(module -> width(module, lines) + GAP)
                            .sum()
                    - GAP;
            int x = MARGIN + (widest - own) / 2;
            int tallest = 0;
            for (String module : layer) {
                Box box = new Box(
                        module, caption(module), lines.getOrDefault(module, List.of()), width(module, lines), x, y);
                boxes.put(module, box);
                x += box.width() + GAP;
                tallest = Math.max(tallest, box.height());
            }
            y += tallest + LAYER_GAP;
        }
        return boxes;
    }

    /** The rooms of a module in lines: each uses only rooms of lines below its own. */
    private List<List<String>> lines(String module) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (Room room : rooms.getOrDefault(module, List.of())) {
            if (!room.name().isEmpty()) {
                uses.put(room.name(), RoomsTest.used(room));
            }
        }
        return layers(uses.keySet(), room -> uses.getOrDefault(room, Set.of()));
    }

    /** Names in layers, the highest first: a name is above all that it uses, and no higher than it must be. */
    private static List<List<String>> layers(Set<String> names, Function<String, Set<String>> uses) {
        List<List<String>> layers = new ArrayList<>();
        Set<String> placed = new TreeSet<>();
        while (placed.size() < names.size()) {
            List<String> layer = names.stream()
                    .filter(name -> !placed.contains(name) && placed.containsAll(uses.apply(name)))
                    .toList();
            if (layer.isEmpty()) {
                throw new IllegalStateException("a cycle among those of " + names + " that are not in " + placed);
            }
            placed.addAll(layer);
            layers.addFirst(layer);
        }
        return layers;
    }

    /** Those of the used modules that no other used module may use: the rest is reached through them. */
    private Set<String> direct(Set<String> used) {
        Set<String> direct = new TreeSet<>(used);
        used.forEach(other -> direct.removeAll(modules.getOrDefault(other, Set.of())));
        return direct;
    }

    private static int width(List<String> line) {
        return line.stream().mapToInt(room -> chip(room) + CHIP_GAP).sum() - CHIP_GAP;
    }

    private int width(String module, Map<String, List<List<String>>> lines) {
        int rooms = lines.getOrDefault(module, List.of()).stream()
                .mapToInt(RoomsPicture::width)
                .max()
                .orElse(0);
        int caption = (int) Math.ceil(caption(module).length() * SMALL_LETTER);
        return Math.max(Math.max(rooms, caption), chip(module) + 8) + 2 * PADDING;
    }

    private String caption(String module) {
        Set<String> direct = direct(modules.getOrDefault(module, Set.of()));
        return module.equals(TOP)
                ? "on every module"
                : direct.isEmpty() ? "on the JDK" : "on " + String.join(", ", direct);
    }

    private static int chip(String room) {
        return (int) Math.ceil(room.length() * LETTER) + 14;
    }

    private static void arrow(StringBuilder svg, Box from, Box to) {
        int startY = from.y() + from.height();
        int bend = (to.y() - startY) / 2;
        svg.append(String.format(
                Locale.ROOT,
                "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"#b4c2d3\" stroke-width=\"1.5\"/>\n",
                from.middle(),
                startY,
                from.middle(),
                startY + bend,
                to.middle(),
                to.y() - bend,
                to.middle(),
                to.y()));
        svg.append(
                String.format(Locale.ROOT, "<path d=\"M%d %d l-4 -7 h8 z\" fill=\"#8fa3ba\"/>\n", to.middle(), to.y()));
    }

    private static void draw(StringBuilder svg, Box box) {
        rectangle(svg, box.x(), box.y(), box.width(), box.height(), "#f5f7fa");
        rectangle(svg, box.x(), box.y(), box.width(), HEADER, DARK);
        text(svg, "door", box.middle(), box.y() + 18, box.module());
        int y = box.y() + HEADER + PADDING;
        for (List<String> row : box.lines()) {
            int x = box.x() + (box.width() - width(row)) / 2;
            for (String room : row) {
                boolean open = room.equals("spi");
                rectangle(svg, x, y, chip(room), CHIP, open ? DARK : "#ffffff");
                text(svg, open ? "door" : "room", x + chip(room) / 2, y + 15, room);
                x += chip(room) + CHIP_GAP;
            }
            y += CHIP + CHIP_GAP;
        }
        text(svg, "caption", box.middle(), y + CAPTION - 2, box.caption());
    }

    private static void rectangle(StringBuilder svg, int x, int y, int width, int height, String fill) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\" stroke=\"#7d97b3\"/>\n",
                x,
                y,
                width,
                height,
                fill));
    }

    private static void text(StringBuilder svg, String style, int x, int y, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                style,
                x,
                y,
                text));
    }
}
