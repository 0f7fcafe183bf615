package dev.guerdon.viewer.run;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts, some of which may be missing, each of them held once. */
final class TextColumn extends FigureColumn {

    /** Longer texts are held up to here, with a mark behind. */
    static final int LONGEST = 300;

    private static final String MARK = "…";

    private final Codes codes;
    private int @Nullable [] ranks;

    TextColumn(String name, Codes codes) {
        super(name, Unit.NONE);
        this.codes = codes;
    }

    /** Returns the different texts. */
    public TextDictionary dictionary() {
        return codes.dictionary;
    }

    /** Returns the code of a row's text: -1 if it is missing, -2 where the text is not held. */
    public int code(int row) {
        return codes.get(row);
    }

    /** Returns the place of every text, by its code, in {@link NaturalOrder}. */
    public synchronized int[] ranks() {
        if (ranks == null) {
            ranks = NaturalOrder.ranks(codes.dictionary);
        }
        return ranks;
    }

    @Override
    public Kind kind() {
        return Kind.TEXT;
    }

    @Override
    public int size() {
        return codes.codes.size();
    }

    @Override
    public boolean missing(int row) {
        return codes.get(row) == Codes.MISSING;
    }

    @Override
    public @Nullable String text(int row) {
        return codes.text(row);
    }

    @Override
    public boolean cut() {
        return codes.cut;
    }

    @Override
    public long memory() {
        return codes.memory() + 4L * codes.dictionary.size();
    }

    /** Returns a column of texts, null for those that are missing. */
    public static TextColumn of(String name, Iterable<? extends @Nullable String> texts) {
        Codes codes = new Codes(Long.MAX_VALUE);
        for (String text : texts) {
            if (text == null) {
                codes.add((byte[]) null);
            } else {
                codes.add(text);
            }
        }
        return new TextColumn(name, codes);
    }

    /** Texts as codes, while they are collected and after. */
    static final class Codes {

        static final int MISSING = -1;
        static final int NOT_HELD = -2;

        /** What is shown of a text that is not held. */
        static final String OTHER = "(one of many other texts)";

        private final PackedLongs codes;
        private final TextDictionary dictionary;
        private final long most;
        private boolean cut;

        /** Texts of at most so many bytes together. */
        Codes(long most) {
            this(new PackedLongs(), new TextDictionary(), most, false);
        }

        private Codes(PackedLongs codes, TextDictionary dictionary, long most, boolean cut) {
            this.codes = codes;
            this.dictionary = dictionary;
            this.most = most;
            this.cut = cut;
        }

        Codes snapshot() {
            return new Codes(codes.snapshot(), dictionary.snapshot(), most, cut);
        }

        TextDictionary dictionary() {
            return dictionary;
        }

        boolean cut() {
            return cut;
        }

        int size() {
            return codes.size();
        }

        int get(int row) {
            return (int) codes.get(row) - 1;
        }

        @Nullable
        String text(int row) {
            int code = get(row);
            return code == MISSING ? null : code == NOT_HELD ? OTHER : dictionary.get(code);
        }

        void add(byte @Nullable [] utf8) {
            if (utf8 == null) {
                codes.add(0);
            } else if (dictionary.bytes() + utf8.length <= most) {
                codes.add(dictionary.add(utf8) + 1L);
            } else {
                int known = dictionary.find(new String(utf8, StandardCharsets.UTF_8));
                cut |= known < 0;
                codes.add(known < 0 ? NOT_HELD + 1 : known + 1);
            }
        }

        void add(String text) {
            add(shortened(text).getBytes(StandardCharsets.UTF_8));
        }

        /** Missing ones up to a size. */
        void pad(int to) {
            codes.pad(to);
        }

        long memory() {
            return codes.memory() + dictionary.memory();
        }
    }

    /** Returns a text as far as it is held. */
    static String shortened(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + MARK;
    }
}
