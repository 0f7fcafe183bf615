package dev.guerdon.alfworld;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Type of a game's task, in ALFRED's words and order. */
enum TaskType {
    PICK_AND_PLACE_SIMPLE,
    LOOK_AT_OBJ_IN_LIGHT,
    PICK_CLEAN_THEN_PLACE_IN_RECEP,
    PICK_HEAT_THEN_PLACE_IN_RECEP,
    PICK_COOL_THEN_PLACE_IN_RECEP,
    PICK_TWO_OBJ_AND_PLACE;

    /** All types, in order. */
    static final List<TaskType> ALL = List.of(values());

    /** Returns the word in files and folder names. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TaskType> of(String word) {
        return ALL.stream().filter(type -> type.word().equals(word)).findFirst();
    }
}
