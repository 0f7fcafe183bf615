package dev.guerdon.cli.picture;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * At most 256 colours that stand for those of a picture, found by median cut.
 *
 * <p>Colours are counted in 32 steps for each of red, green and blue; a box of them is split where half of its pixels are on either
 * side, the box with most pixels times width first. O(pixels + boxes * 32768) time.
 */
final class Palette {

    static final int MOST = 256;

    private static final int BINS = 1 << 15;

    private final int[] colours;
    private final short[] byBin = new short[BINS];

    private Palette(int[] colours) {
        this.colours = colours;
    }

    /** Which step of each colour a pixel is in. */
    private static int bin(int rgb) {
        return ((rgb >> 9) & 0x7c00) | ((rgb >> 6) & 0x3e0) | ((rgb >> 3) & 0x1f);
    }

    private static int channel(int bin, int which) {
        return (bin >> (10 - 5 * which)) & 0x1f;
    }

    static Palette of(BufferedImage image) {
        long[] counts = new long[BINS];
        long[][] sums = new long[3][BINS];
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                int bin = bin(rgb);
                counts[bin]++;
                sums[0][bin] += (rgb >> 16) & 0xff;
                sums[1][bin] += (rgb >> 8) & 0xff;
                sums[2][bin] += rgb & 0xff;
            }
        }
        List<Integer> used = new ArrayList<>();
        for (int bin = 0; bin < BINS; bin++) {
            if (counts[bin] > 0) {
                used.add(bin);
            }
        }
        List<List<Integer>> boxes = new ArrayList<>();
        boxes.add(used);
        while (boxes.size() < MOST) {
            List<Integer> widest = boxes.stream()
                    .filter(box -> box.size() > 1)
                    .max(Comparator.comparingDouble(box -> weight(box, counts)))
                    .orElse(null);
            if (widest == null) {
                break;
            }
            boxes.remove(widest);
            int half = middle(widest, counts);
            boxes.add(new ArrayList<>(widest.subList(0, half)));
            boxes.add(new ArrayList<>(widest.subList(half, widest.size())));
        }
        int[] colours = new int[boxes.size()];
        Palette palette = new Palette(colours);
        for (int i = 0; i < colours.length; i++) {
            long count = 0;
            long[] sum = new long[3];
            for (int bin : boxes.get(i)) {
                palette.byBin[bin] = (short) i;
                count += counts[bin];
                for (int c = 0; c < 3; c++) {
                    sum[c] += sums[c][bin];
                }
            }
            long n = Math.max(1, count);
            colours[i] = (int) (((sum[0] / n) << 16) | ((sum[1] / n) << 8) | (sum[2] / n));
        }
        return palette;
    }

    private static double weight(List<Integer> box, long[] counts) {
        double count = box.stream().mapToLong(bin -> counts[bin]).sum();
        return Math.log(1 + count) * width(box, widestChannel(box));
    }

    private static int width(List<Integer> box, int which) {
        int least = 31;
        int most = 0;
        for (int bin : box) {
            least = Math.min(least, channel(bin, which));
            most = Math.max(most, channel(bin, which));
        }
        return most - least;
    }

    private static int widestChannel(List<Integer> box) {
        int widest = 0;
        for (int which = 1; which < 3; which++) {
            if (width(box, which) > width(box, widest)) {
                widest = which;
            }
        }
        return widest;
    }

    /** Sorts a box along its widest colour and gives the place where half of the pixels lie before. */
    private static int middle(List<Integer> box, long[] counts) {
        int which = widestChannel(box);
        box.sort(Comparator.comparingInt(bin -> channel(bin, which)));
        long total = box.stream().mapToLong(bin -> counts[bin]).sum();
        long before = 0;
        int half = 0;
        while (half < box.size() - 1 && before + counts[box.get(half)] <= total / 2) {
            before += counts[box.get(half++)];
        }
        return Math.max(1, half);
    }

    int size() {
        return colours.length;
    }

    /** The colour with that number, as red, green and blue. */
    int colour(int number) {
        return colours[number];
    }

    /** The number of the colour that stands for a pixel. */
    int number(int rgb) {
        return byBin[bin(rgb)];
    }
}
