package dev.guerdon.alfworld.game;

import java.util.BitSet;
import java.util.List;

/**
 * The objects of one game.
 *
 * @param ids object ids in code point order; an object's number is its place here
 * @param names displayed names, by object
 * @param typeNames declared types, by object
 * @param members the objects of each type, by type number
 * @param constants the object of each constant, or -1 where this game has none, by constant number
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GameObjects(
        List<String> ids, List<String> names, List<String> typeNames, List<BitSet> members, int[] constants) {

    int size() {
        return ids.size();
    }

    /** Returns the object that a term stands for: a slot of the binding, or a constant; -1 if there is none. */
    int resolve(int term, int[] binding) {
        return term >= 0 ? binding[term] : constants[~term];
    }
}
