package dev.guerdon.cli.picture;

/**
 * The room that a terminal has for a picture.
 *
 * @param columns how many cells it is wide
 * @param rows how many cells it is high
 * @param cellWidth pixels
 * @param cellHeight pixels
 */
record Cells(int columns, int rows, int cellWidth, int cellHeight) {

    /** Lines that stay for the prompt and for what is said about the picture. */
    private static final int LEFT_FREE = 4;

    /**
     * A size.
     *
     * @param columns cells that it covers
     * @param rows cells that it covers
     */
    record Size(int width, int height, int columns, int rows) {}

    /** The size of a picture that fits, in its own proportions and never enlarged. */
    Size fit(int width, int height) {
        int mostWidth = Math.max(1, columns) * cellWidth;
        int mostHeight = Math.max(2, rows - LEFT_FREE) * cellHeight;
        double scale = Math.min(1, Math.min((double) mostWidth / width, (double) mostHeight / height));
        int shownWidth = Math.max(1, (int) Math.floor(width * scale));
        int shownHeight = Math.max(1, (int) Math.floor(height * scale));
        return new Size(
                shownWidth, shownHeight, Math.ceilDiv(shownWidth, cellWidth), Math.ceilDiv(shownHeight, cellHeight));
    }
}
