package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

/**
 * Writes the index of a shop's products.
 *
 * <p>The n-th product becomes document n: segments are merged only with their neighbours, and into one at the end, so that
 * document numbers serve as product numbers and term statistics are those of the whole shop.
 */
@Internal
public final class ProductIndexWriter implements Closeable {

    static final String ID = "id";
    static final String CONTENTS = "contents";
    public static final String CATEGORY = "category";
    public static final String QUERY = "query";
    public static final String ATTRIBUTE = "attribute";
    static final String PRICE = "price";
    static final String SECOND_PRICE = "second_price";
    static final String VARIANTS = "variants";
    static final String PRODUCT = "product";

    private static final FieldType SEARCHED = new FieldType();

    static {
        SEARCHED.setTokenized(true);
        SEARCHED.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        SEARCHED.freeze();
    }

    private final IndexWriter writer;
    private final boolean stored;

    /**
     * Begins an index.
     *
     * @param directory where to write
     * @param stored whether the index also keeps the products themselves
     */
    public ProductIndexWriter(Directory directory, boolean stored) throws IOException {
        this.stored = stored;
        IndexWriterConfig config = new IndexWriterConfig(new ShopAnalyzer())
                .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
                .setSimilarity(similarity())
                .setMergePolicy(new LogDocMergePolicy())
                .setRAMBufferSizeMB(stored ? 128 : 32)
                .setUseCompoundFile(false);
        this.writer = new IndexWriter(directory, config);
    }

    static BM25Similarity similarity() {
        return new BM25Similarity(0.9f, 0.4f);
    }

    public void add(Product product) throws IOException {
        Document document = new Document();
        document.add(new StringField(ID, product.asin(), Field.Store.NO));
        document.add(new SortedDocValuesField(ID, new BytesRef(product.asin())));
        document.add(new Field(CONTENTS, product.searchText(), SEARCHED));
        document.add(new StringField(CATEGORY, term(product.category()), Field.Store.NO));
        document.add(new StringField(QUERY, term(product.query()), Field.Store.NO));
        for (String attribute : new HashSet<>(product.attributes())) {
            document.add(new StringField(ATTRIBUTE, term(attribute), Field.Store.NO));
        }
        List<Double> prices = product.pricing().values();
        document.add(new DoubleDocValuesField(PRICE, prices.getFirst()));
        if (prices.size() > 1) {
            document.add(new DoubleDocValuesField(SECOND_PRICE, prices.getLast()));
        }
        document.add(new NumericDocValuesField(VARIANTS, variants(product)));
        if (stored) {
            document.add(new StoredField(PRODUCT, ProductCodec.encode(product)));
        }
        writer.addDocument(document);
    }

    /** How many synthetic goals the product gives, one for each choice of all its options; -1 where it has no instruction. */
    static int variants(Product product) {
        if (product.instruction() == null) {
            return -1;
        }
        long count = 1;
        for (Map.Entry<String, List<String>> option : product.options().entrySet()) {
            count = Math.min(count * option.getValue().size(), Integer.MAX_VALUE);
        }
        return (int) count;
    }

    /** Lucene refuses terms beyond 32 KB; nothing that long is ever asked for. */
    static String term(String text) {
        return text.length() > 8000 ? text.substring(0, 8000) : text;
    }

    /** Merges and writes out; {@code userData} stays with the index. */
    public void finish(Map<String, String> userData) throws IOException {
        writer.forceMerge(1);
        writer.setLiveCommitData(userData.entrySet());
        writer.commit();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
