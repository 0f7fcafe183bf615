package dev.guerdon.viewer.episode;

/**
 * Something that a reward came from, or that explains why it was lost.
 *
 * @param step the step in which it can be seen, from 0; -1 where it concerns the whole episode
 * @param kind what it is, in a word or two
 * @param words what can be seen
 * @param address where the step is; empty for the whole episode
 */
record RewardEvidence(int step, String kind, String words, String address) {

    /** Returns whether there is a step to go to. */
    public boolean atStep() {
        return step >= 0;
    }
}
