package dev.guerdon.base;

/** Finds the end of a private key in PEM form, with real line breaks or those of a JSON string. */
final class PrivateKeyBlock {

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final int LONGEST_LABEL = 60;

    private PrivateKeyBlock() {}

    /** Where the key that begins here ends; -1 where none begins here. A key without its last line ends with what may belong to it. */
    static int end(String text, int at) {
        if (!text.startsWith(BEGIN, at)) {
            return -1;
        }
        int label = at + BEGIN.length();
        int over = text.indexOf("-----", label);
        if (over < 0
                || over - label > LONGEST_LABEL
                || !text.substring(label, over).contains("PRIVATE KEY")) {
            return -1;
        }
        int end = over + 5;
        while (end < text.length() && !text.startsWith(END, end)) {
            int next = body(text, end);
            if (next == end) {
                return end;
            }
            end = next;
        }
        int last = text.indexOf("-----", Math.min(text.length(), end + END.length()));
        return last >= 0 && last - end <= LONGEST_LABEL + END.length() ? last + 5 : end;
    }

    /** Steps over a character of the key, or an escaped line break; never over what may end a JSON string. */
    private static int body(String text, int at) {
        char c = text.charAt(at);
        if (c == '\\') {
            boolean lineBreak = at + 1 < text.length() && "nrt".indexOf(text.charAt(at + 1)) >= 0;
            return lineBreak ? at + 2 : at;
        }
        boolean belongs = KeyShapes.isAlphanumeric(c) || Character.isWhitespace(c) || "+/=:,.-".indexOf(c) >= 0;
        return belongs ? at + 1 : at;
    }
}
