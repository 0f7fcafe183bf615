package dev.guerdon.webshop.nouns;

import dev.guerdon.cpython.Strings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The two hashes of spaCy models: texts to ids, and ids to the rows of embedding tables. */
final class SpacyHash {

    /** Words that stand for small numbers instead of their hash; only those that a title's word can look like. */
    private static final Map<String, Long> SYMBOLS = new HashMap<>();

    static {
        symbols(
                64,
                "ID ORTH LOWER NORM SHAPE PREFIX SUFFIX LENGTH CLUSTER LEMMA POS TAG DEP ENT_IOB ENT_TYPE HEAD SENT_START"
                        + " SPACY PROB LANG ADJ ADP ADV AUX CONJ CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X EOL"
                        + " SPACE");
        symbols(
                380,
                "PERSON NORP FACILITY ORG GPE LOC PRODUCT EVENT WORK_OF_ART LANGUAGE LAW DATE TIME PERCENT MONEY"
                        + " QUANTITY ORDINAL CARDINAL acomp advcl advmod agent amod appos attr aux auxpass cc ccomp complm conj cop"
                        + " csubj csubjpass dep det dobj expl hmod hyph infmod intj iobj mark meta neg nmod nn npadvmod nsubj"
                        + " nsubjpass num number oprd obj obl parataxis partmod pcomp pobj poss possessive preconj prep prt punct"
                        + " quantmod relcl rcmod root xcomp acl");
    }

    private SpacyHash() {}

    private static void symbols(long first, String words) {
        long number = first;
        for (String word : Strings.split(words)) {
            SYMBOLS.put(word, number++);
        }
    }

    /** The id of a text: 0 for nothing, a symbol's number, else MurmurHash64A of its UTF-8 bytes with seed 1. */
    static long id(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        Long symbol = SYMBOLS.get(text);
        return symbol != null ? symbol : murmur64a(text.getBytes(StandardCharsets.UTF_8), 1);
    }

    static long murmur64a(byte[] data, long seed) {
        long m = 0xc6a4a7935bd1e995L;
        long h = seed ^ (data.length * m);
        ByteBuffer in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        while (in.remaining() >= 8) {
            long k = in.getLong() * m;
            k ^= k >>> 47;
            h = (h ^ (k * m)) * m;
        }
        if (in.hasRemaining()) {
            long tail = 0;
            for (int shift = 0; in.hasRemaining(); shift += 8) {
                tail |= (in.get() & 0xffL) << shift;
            }
            h = (h ^ tail) * m;
        }
        h = (h ^ (h >>> 47)) * m;
        return h ^ (h >>> 47);
    }

    /** The four rows of an id in a table: MurmurHash3, 128 bits, of the id's eight bytes, cut into four numbers. */
    static int[] rows(long id, int seed, int rowCount) {
        long wideSeed = Integer.toUnsignedLong(seed);
        long k = Long.rotateLeft(id * 0x87c37b91114253d5L, 31) * 0x4cf5ad432745937fL;
        long h1 = wideSeed ^ k ^ 8;
        long h2 = wideSeed ^ 8;
        h1 += h2;
        h2 += h1;
        h1 = mixed(h1);
        h2 = mixed(h2);
        h1 += h2;
        h2 += h1;
        return new int[] {row(h1, rowCount), row(h1 >>> 32, rowCount), row(h2, rowCount), row(h2 >>> 32, rowCount)};
    }

    private static int row(long half, int rowCount) {
        return (int) ((half & 0xffffffffL) % rowCount);
    }

    private static long mixed(long value) {
        long h = value;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
