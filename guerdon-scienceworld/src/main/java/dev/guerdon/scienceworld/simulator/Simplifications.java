package dev.guerdon.scienceworld.simulator;

import dev.guerdon.base.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The labels that make a world easier. */
final class Simplifications {

    static final String EASY = "easy";
    private static final String NO_ELECTRICITY = "noElectricalAction";
    private static final List<String> LABELS =
            List.of("teleportAction", "selfWateringFlowerPots", "openContainers", "openDoors", NO_ELECTRICITY);
    private static final List<String> EASY_LABELS =
            List.of("teleportAction", "openDoors", "selfWateringFlowerPots", NO_ELECTRICITY);

    private Simplifications() {}

    /**
     * Checks labels and gives the text that the simulator understands.
     *
     * <p>{@code easy} is the simulator's own preset only where it stands alone; beside other labels it is spelled out.
     *
     * @param labels separated with commas, or empty
     */
    static String check(String labels, String task) {
        List<String> known = new ArrayList<>(LABELS);
        known.addFirst(EASY);
        List<String> given = Arrays.stream(labels.split(","))
                .filter(label -> !label.isEmpty())
                .toList();
        for (String label : given) {
            if (!known.contains(label)) {
                throw new ScienceworldException("unknown simplification '" + label + "'"
                        + Names.didYouMean(label, known) + "; there are: " + String.join(", ", known)
                        + ", separated with commas and no blanks");
            }
        }
        if (given.contains(NO_ELECTRICITY) && needsElectricity(task)) {
            throw new ScienceworldException("the simplification '" + NO_ELECTRICITY + "' takes away what the task '"
                    + task + "' is about; leave it out");
        }
        if (!given.contains(EASY) || given.size() == 1) {
            return String.join(",", given);
        }
        Set<String> spelledOut = new LinkedHashSet<>();
        for (String label : given) {
            if (label.equals(EASY)) {
                EASY_LABELS.stream()
                        .filter(easy -> !easy.equals(NO_ELECTRICITY) || !needsElectricity(task))
                        .forEach(spelledOut::add);
            } else {
                spelledOut.add(label);
            }
        }
        return String.join(",", spelledOut);
    }

    private static boolean needsElectricity(String task) {
        return task.contains("power-component") || task.contains("conductivity");
    }
}
