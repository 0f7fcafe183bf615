package dev.guerdon.rewards;

import dev.guerdon.cpython.PythonStrings;
import java.util.Arrays;

/**
 * The words of a text after the normalisation that question-answering scores use.
 *
 * <p>Lower-cased; without the 32 ASCII punctuation characters; the whole words a, an and the replaced by a space; split at white
 * space. One pass over the characters, in place, and no string is made. An instance is read into again and again, by one thread.
 */
final class NormalizedText {

    private static final byte DELETED = 0;
    private static final byte SPACE = 1;
    private static final byte CONTROL = 2;

    /** For each ASCII character its lower-case letter or digit, or one of the three classes above. */
    private static final byte[] ASCII = new byte[128];

    static {
        for (int c = 0; c < 128; c++) {
            if (Character.isLetterOrDigit(c)) {
                ASCII[c] = (byte) Character.toLowerCase(c);
            } else if (PythonStrings.isSpace(c)) {
                ASCII[c] = SPACE;
            } else {
                ASCII[c] = c < ' ' || c == 127 ? CONTROL : DELETED;
            }
        }
    }

    static final long YES = pack("yes");
    static final long NO = pack("no");
    static final long NOANSWER = pack("noanswer");
    private static final long A = pack("a");
    private static final long AN = pack("an");
    private static final long THE = pack("the");

    /** The characters of all words, one after the other. */
    private char[] chars = new char[256];

    /** Place where each word ends. */
    private int[] ends = new int[130];

    /**
     * A key for each word. Up to eight ASCII characters are packed into it, so that equal keys are equal words; the key of any
     * other word is a hash and negative.
     */
    private long[] keys = new long[130];

    private int size;

    /** Returns how many words there are. */
    int size() {
        return size;
    }

    long key(int word) {
        return keys[word];
    }

    String word(int word) {
        return new String(chars, start(word), ends[word] - start(word));
    }

    /** Returns whether it is one of the 32 characters that normalisation deletes. */
    static boolean isPunctuation(char c) {
        return c < 128 && ASCII[c] == DELETED;
    }

    /** Reads a text in place of the one before. */
    void read(String text) {
        read(text, 0, text.length());
    }

    /** Reads a part of a text, which ends at white space or with the text, in place of the one before. */
    void read(String text, int from, int to) {
        int length = to - from;
        if (chars.length < length) {
            chars = new char[length + length / 2];
            ends = new int[chars.length / 2 + 2];
            keys = new long[chars.length / 2 + 2];
        }
        text.getChars(from, to, chars, 0);
        if (!readAscii(length)) {
            readUnicode(text, from, to);
        }
    }

    /** Returns how many characters this instance keeps memory for. */
    int capacity() {
        return chars.length;
    }

    /** Returns whether the word here is the word there. */
    boolean same(int word, NormalizedText there, int otherWord) {
        return keys[word] == there.keys[otherWord]
                && (keys[word] >= 0
                        || Arrays.equals(
                                chars,
                                start(word),
                                ends[word],
                                there.chars,
                                there.start(otherWord),
                                there.ends[otherWord]));
    }

    /** Returns whether both have the same words in the same order. */
    boolean same(NormalizedText there) {
        return size == there.size && sameFrom(0, there);
    }

    /** Returns whether these are the words there from the given one on. */
    boolean sameFrom(int word, NormalizedText there) {
        if (word + size > there.size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!same(i, there, word + i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the words with one space between them. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : " ").append(chars, start(i), ends[i] - start(i));
        }
        return text.toString();
    }

    private int start(int word) {
        return word == 0 ? 0 : ends[word - 1];
    }

    /** Reads a text of nothing but ASCII without control characters, or answers false. There a word is a run of letters and digits. */
    private boolean readAscii(int length) {
        char[] buffer = chars;
        int words = 0;
        int start = 0;
        int end = 0;
        long key = 0;
        for (int i = 0; i < length; i++) {
            char c = buffer[i];
            if (c >= 128) {
                return false;
            }
            byte kind = ASCII[c];
            if (kind > CONTROL) {
                buffer[end++] = (char) kind;
                key = (key << 8) | kind;
            } else if (kind == SPACE) {
                if (end > start) {
                    if (isArticle(key)) {
                        end = start;
                    } else {
                        keys[words] = end - start <= 8 ? key : hash(start, end);
                        ends[words++] = end;
                        start = end;
                    }
                    key = 0;
                }
            } else if (kind == CONTROL) {
                return false;
            }
        }
        if (end > start && !isArticle(key)) {
            keys[words] = end - start <= 8 ? key : hash(start, end);
            ends[words++] = end;
        }
        size = words;
        return true;
    }

    /** A long word's packed key has lost its beginning, but keeps eight letters: it cannot be mistaken for an article. */
    private static boolean isArticle(long key) {
        return key == THE || key == A || key == AN;
    }

    private void readUnicode(String text, int from, int to) {
        size = 0;
        Writer writer = new Writer();
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 128) {
                writer.writeAscii(c, ASCII[c]);
            } else if (c == PythonStrings.CAPITAL_I_WITH_DOT) {
                writer.write('i');
                writer.write(PythonStrings.DOT_ABOVE);
            } else {
                int codePoint = text.codePointAt(i);
                writer.write(PythonStrings.lower(text, i, codePoint));
                i += Character.charCount(codePoint) - 1;
            }
        }
        writer.closeRun();
        writer.endWord();
    }

    /** Takes lower-cased code points and knows the run of word characters at the end, which may turn out to be an article. */
    private final class Writer {

        private int start;
        private int end;
        private int run = -1;

        void writeAscii(char c, byte kind) {
            if (kind > CONTROL) {
                run = run < 0 ? end : run;
                append(kind);
            } else if (kind != DELETED) {
                closeRun();
                if (kind == SPACE) {
                    endWord();
                } else {
                    append(c);
                }
            }
        }

        void write(int codePoint) {
            if (PythonStrings.isWord(codePoint)) {
                run = run < 0 ? end : run;
                append(codePoint);
            } else {
                closeRun();
                if (PythonStrings.isSpace(codePoint)) {
                    endWord();
                } else {
                    append(codePoint);
                }
            }
        }

        void closeRun() {
            int length = end - run;
            if (run >= 0 && length <= 3 && isArticle(exactKey(run, end))) {
                end = run;
                endWord();
            }
            run = -1;
        }

        void endWord() {
            if (end == start) {
                return;
            }
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, 2 * size);
                keys = Arrays.copyOf(keys, 2 * size);
            }
            long exact = exactKey(start, end);
            keys[size] = exact != 0 ? exact : hash(start, end);
            ends[size++] = end;
            start = end;
        }

        private void append(int codePoint) {
            if (end + 2 > chars.length) {
                chars = Arrays.copyOf(chars, 2 * chars.length);
            }
            if (codePoint < 0x10000) {
                chars[end++] = (char) codePoint;
            } else {
                end += Character.toChars(codePoint, chars, end);
            }
        }
    }

    /** Returns the packed characters, or 0 where they cannot be packed. */
    private long exactKey(int start, int end) {
        if (end - start > 8) {
            return 0;
        }
        long key = 0;
        for (int i = start; i < end; i++) {
            if (chars[i] == 0 || chars[i] >= 128) {
                return 0;
            }
            key = (key << 8) | chars[i];
        }
        return key;
    }

    private long hash(int start, int end) {
        long hash = 0;
        for (int i = start; i < end; i++) {
            hash = (hash + chars[i]) * 0x9E3779B97F4A7C15L;
        }
        return (hash ^ (hash >>> 32)) | Long.MIN_VALUE;
    }

    private static long pack(String word) {
        long key = 0;
        for (int i = 0; i < word.length(); i++) {
            key = (key << 8) | word.charAt(i);
        }
        return key;
    }
}
