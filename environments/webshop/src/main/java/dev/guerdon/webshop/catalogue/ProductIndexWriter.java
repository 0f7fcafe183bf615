package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
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
import org.jspecify.annotations.Nullable;

/**
 * Writes the index of a shop's products.
 *
 * <p>The n-th product becomes document n: segments are merged only with their neighbours, and into one at the end, so that
 * document numbers serve as product numbers and term statistics are those of the whole shop.
 */
final class ProductIndexWriter implements Closeable {

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

    public void add(ShopProduct product) throws IOException {
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

    /** Returns how many synthetic goals the product gives, one for each choice of all its options; -1 if it has no instruction. */
    static int variants(ShopProduct product) {
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

    /** Turns text into stems as the reference's search does. */
    static final class ShopAnalyzer extends Analyzer {

        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
            StandardTokenizer words = new StandardTokenizer();
            TokenStream stems = new PorterStemFilter(new StopFilter(
                    new LowerCaseFilter(new EnglishPossessiveFilter(words)), EnglishAnalyzer.ENGLISH_STOP_WORDS_SET));
            return new TokenStreamComponents(words, stems);
        }
    }

    /** Keeps a product as bytes inside a stored index. */
    static final class ProductCodec {

        private ProductCodec() {}

        static byte[] encode(ShopProduct product) {
            Map<String, @Nullable Object> record = new LinkedHashMap<>();
            record.put("asin", product.asin());
            record.put("title", product.title());
            record.put("description", product.description());
            record.put("bullets", product.bullets());
            record.put("prices", product.pricing().values());
            record.put("options", product.options());
            record.put("option_images", product.optionImages());
            record.put("attributes", product.attributes());
            record.put("image", product.image());
            record.put("query", product.query());
            record.put("category", product.category());
            record.put("product_category", product.productCategory());
            ShopProduct.Instruction instruction = product.instruction();
            if (instruction != null) {
                record.put("instruction", instruction.text());
                record.put("instruction_attributes", instruction.attributes());
            }
            return JsonCodec.write(record).getBytes(StandardCharsets.UTF_8);
        }

        static ShopProduct decode(byte[] bytes) {
            Json record = JsonCodec.read(bytes, "a product of the stored index");
            Map<String, List<String>> options = new LinkedHashMap<>();
            record.get("options").asMap().forEach((name, values) -> options.put(name, texts(new Json(values))));
            Map<String, @Nullable String> images = new LinkedHashMap<>();
            record.get("option_images")
                    .asMap()
                    .forEach((value, image) -> images.put(value, image instanceof String address ? address : null));
            ShopProduct.Instruction instruction = record.find("instruction")
                    .map(text -> new ShopProduct.Instruction(
                            text.asString(), texts(record.get("instruction_attributes")), List.of()))
                    .orElse(null);
            return new ShopProduct(
                    record.get("asin").asString(),
                    record.get("title").asString(),
                    record.get("description").asString(),
                    texts(record.get("bullets")),
                    new ShopProduct.Pricing(record.get("prices").asList().stream()
                            .map(Json::asDouble)
                            .toList()),
                    options,
                    images,
                    texts(record.get("attributes")),
                    record.get("image").asString(),
                    new ShopProduct.Shelf(
                            record.get("query").asString(),
                            record.get("category").asString(),
                            record.get("product_category").asString()),
                    instruction);
        }

        private static List<String> texts(Json list) {
            return list.asList().stream().map(Json::asString).toList();
        }
    }
}
