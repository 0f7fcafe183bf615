package dev.guerdon.rewards.overlap;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GradingSteps;
import java.util.Arrays;
import java.util.List;

/**
 * The translation edit rate: word edits, and blocks of words that are shifted at the price of one edit, as tercom searches for them.
 *
 * <p>The search is greedy. It looks at no more than about 1,000 shifts, each of which costs a pass over a band of the table of edits.
 */
final class Ter {

    private static final int LONGEST_SHIFT = 10;
    private static final int FARTHEST_SHIFT = 50;
    private static final int MOST_SHIFTS = 1000;

    private final int[] reference;
    private final GradingSteps steps;
    private int checked;

    private Ter(int[] reference, GradingSteps steps) {
        this.reference = reference;
        this.steps = steps;
    }

    /** Edits for each 100 words of the references, of which there must be one: 0 is equal, and there is no upper bound. */
    static double score(String prediction, List<String> references, GradingSteps steps) {
        long words = 0;
        int best = Integer.MAX_VALUE;
        for (String text : references) {
            TokenIds ids = new TokenIds();
            int[] reference = ids.add(PythonStrings.split(PythonStrings.lower(text)));
            int[] predicted = ids.find(PythonStrings.split(PythonStrings.lower(prediction)));
            words += reference.length;
            best = Math.min(best, new Ter(reference, steps).edits(predicted));
        }
        return rate(best, (double) words / references.size());
    }

    /** At least the score, without any table: every word is replaced, left out or put in. */
    static double bound(String prediction, List<String> references) {
        long words = 0;
        int predicted = PythonStrings.split(prediction).size();
        int best = Integer.MAX_VALUE;
        for (String text : references) {
            int reference = PythonStrings.split(text).size();
            words += reference;
            best = Math.min(best, Math.max(predicted, reference));
        }
        return rate(best, (double) words / references.size());
    }

    private static double rate(int edits, double words) {
        if (words > 0) {
            return 100 * (edits / words);
        }
        return edits > 0 ? 100 : 0;
    }

    private int edits(int[] predicted) {
        if (reference.length == 0) {
            return predicted.length;
        }
        int shifts = 0;
        EditBand band = new EditBand(predicted, reference, steps);
        while (true) {
            Shift best = bestShift(band);
            if (checked >= MOST_SHIFTS || best.gain <= 0) {
                return shifts + band.distance();
            }
            shifts++;
            band = new EditBand(best.applied(band.predicted()), reference, steps);
        }
    }

    /** A block of the prediction that moves. */
    private record Shift(int gain, int length, int start, int target) {

        static final Shift NONE = new Shift(Integer.MIN_VALUE, 0, 0, 0);

        boolean isBetterThan(Shift other) {
            if (gain != other.gain) {
                return gain > other.gain;
            }
            if (length != other.length) {
                return length > other.length;
            }
            return start != other.start ? start < other.start : target < other.target;
        }

        int[] applied(int[] words) {
            int[] shifted = new int[words.length];
            int end = start + length;
            if (target < start) {
                System.arraycopy(words, 0, shifted, 0, target);
                System.arraycopy(words, start, shifted, target, length);
                System.arraycopy(words, target, shifted, target + length, start - target);
                System.arraycopy(words, end, shifted, end, words.length - end);
            } else {
                // Past the block the target counts words before the shift, within the block after it.
                int last = target > end ? target : Math.min(words.length, length + target);
                System.arraycopy(words, 0, shifted, 0, start);
                System.arraycopy(words, end, shifted, start, last - end);
                System.arraycopy(words, start, shifted, start + last - end, length);
                System.arraycopy(words, last, shifted, last, words.length - last);
            }
            return shifted;
        }
    }

    private Shift bestShift(EditBand band) {
        int[] predicted = band.predicted();
        Alignment alignment = band.alignment();
        Shift best = Shift.NONE;
        for (int start = 0; start < predicted.length; start++) {
            int from = Math.max(0, start - FARTHEST_SHIFT);
            int to = Math.min(reference.length, start + FARTHEST_SHIFT + 1);
            steps.spend(1 + Math.max(0, to - from));
            for (int place = from; place < to; place++) {
                for (int length = 1; length <= LONGEST_SHIFT; length++) {
                    if (start + length > predicted.length
                            || place + length > reference.length
                            || predicted[start + length - 1] != reference[place + length - 1]) {
                        break;
                    }
                    if (alignment.mayShift(start, place, length)) {
                        best = tried(band, alignment, best, start, place, length);
                    }
                    if (checked >= MOST_SHIFTS) {
                        return best;
                    }
                }
            }
        }
        return best;
    }

    private Shift tried(EditBand band, Alignment alignment, Shift before, int start, int place, int length) {
        Shift best = before;
        int last = -1;
        for (int offset = -1; offset < length && place + offset < reference.length; offset++) {
            int target = place + offset < 0 ? 0 : alignment.partner(place + offset) + 1;
            if (target != last) {
                last = target;
                Shift shift = new Shift(0, length, start, target);
                int distance = band.distanceOf(shift.applied(band.predicted()), Math.min(start, target));
                checked++;
                Shift candidate = new Shift(band.distance() - distance, length, start, target);
                best = candidate.isBetterThan(best) ? candidate : best;
            }
        }
        return best;
    }

    /** Pairing of the words of two texts, and those that differ. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Alignment(int[] partners, int[] predictedErrors, int[] referenceErrors) {

        int partner(int place) {
            return partners[place];
        }

        boolean mayShift(int start, int place, int length) {
            return predictedErrors[start + length] > predictedErrors[start]
                    && referenceErrors[place + length] > referenceErrors[place]
                    && !(start <= partners[place] && partners[place] < start + length);
        }

        /** Sums up to each place, so that a stretch is one subtraction. */
        static int[] sums(boolean[] errors) {
            int[] sums = new int[errors.length + 1];
            for (int i = 0; i < errors.length; i++) {
                sums[i + 1] = sums[i] + (errors[i] ? 1 : 0);
            }
            return sums;
        }
    }

    @Override
    public String toString() {
        return "TER against " + Arrays.toString(reference);
    }
}
