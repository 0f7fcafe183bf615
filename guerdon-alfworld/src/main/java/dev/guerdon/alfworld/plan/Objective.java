package dev.guerdon.alfworld.plan;

import dev.guerdon.api.Internal;

/** Finds the task sentence in what a game shows first. */
@Internal
public final class Objective {

    private static final String MARK = "Your task is to";

    private Objective() {}

    /** The sentence after the mark up to the first full stop, or the empty text. */
    public static String of(String intro) {
        int mark = intro.indexOf(MARK);
        if (mark < 0) {
            return "";
        }
        int start = mark + MARK.length();
        int end = intro.indexOf('.', start);
        String sentence = intro.substring(start, end < 0 ? intro.length() : end).strip();
        return sentence.startsWith(":") ? sentence.substring(1).strip() : sentence;
    }
}
