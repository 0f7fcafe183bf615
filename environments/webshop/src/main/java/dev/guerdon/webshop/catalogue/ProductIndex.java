package dev.guerdon.webshop.catalogue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Searches the products. Safe for many threads. */
final class ProductIndex implements Closeable {

    /** Number of results that a text search gives. */
    static final int TOP = 50;

    /** A search has at most so many different words; Lucene refuses more than 1,024. */
    private static final int MAX_TERMS = 1000;

    private static final Sort BY_SCORE_THEN_ID =
            new Sort(SortField.FIELD_SCORE, new SortField(ProductIndexWriter.ID, SortField.Type.STRING));

    private final Directory directory;
    private final DirectoryReader reader;
    private final @Nullable LeafReader leaf;
    private final IndexSearcher searcher;
    private final Analyzer analyzer = new ProductIndexWriter.ShopAnalyzer();

    ProductIndex(Directory directory) throws IOException {
        this.directory = directory;
        this.reader = DirectoryReader.open(directory);
        if (reader.leaves().size() > 1) {
            throw new WebshopException("the index in " + directory + " is not finished; delete it to build it again");
        }
        this.leaf =
                reader.leaves().isEmpty() ? null : reader.leaves().getFirst().reader();
        this.searcher = new IndexSearcher(reader);
        searcher.setSimilarity(ProductIndexWriter.similarity());
        searcher.setQueryCache(null);
    }

    int size() {
        return reader.maxDoc();
    }

    /** Returns the numbers of the best products for a text, best first. */
    int[] search(String text) {
        try {
            BooleanQuery.Builder query = new BooleanQuery.Builder();
            Map<String, Integer> terms = terms(text);
            if (terms.isEmpty()) {
                return new int[0];
            }
            terms.forEach((word, count) -> {
                Query one = new TermQuery(new Term(ProductIndexWriter.CONTENTS, word));
                query.add(count == 1 ? one : new BoostQuery(one, count), BooleanClause.Occur.SHOULD);
            });
            ScoreDoc[] found = searcher.search(query.build(), TOP, BY_SCORE_THEN_ID).scoreDocs;
            int[] numbers = new int[found.length];
            for (int i = 0; i < found.length; i++) {
                numbers[i] = found[i].doc;
            }
            return numbers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Integer> terms(String text) throws IOException {
        Map<String, Integer> counts = new LinkedHashMap<>();
        try (TokenStream stream = analyzer.tokenStream(ProductIndexWriter.CONTENTS, text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                counts.merge(term.toString(), 1, Integer::sum);
                if (counts.size() > MAX_TERMS) {
                    throw new WebshopException("the search has more than " + MAX_TERMS
                            + " different words, and no more are looked up; search for fewer words");
                }
            }
            stream.end();
        }
        return counts;
    }

    /** Returns the numbers of all products that carry a term in a field, in order. */
    int[] listing(String field, String value) {
        try {
            TermsEnum terms = seek(field, value);
            if (terms == null) {
                return new int[0];
            }
            int[] numbers = new int[terms.docFreq()];
            PostingsEnum postings = terms.postings(null, PostingsEnum.NONE);
            int count = 0;
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                numbers[count++] = doc;
            }
            return numbers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable TermsEnum seek(String field, String value) throws IOException {
        if (leaf == null || leaf.terms(field) == null) {
            return null;
        }
        TermsEnum terms = leaf.terms(field).iterator();
        return terms.seekExact(new BytesRef(ProductIndexWriter.term(value))) ? terms : null;
    }

    /** Returns the number of the product with that id, or -1. */
    int find(String asin) {
        int[] found = listing(ProductIndexWriter.ID, asin);
        return found.length == 0 ? -1 : found[0];
    }

    /** Returns the product's bytes, where the index keeps them. */
    byte[] stored(int number) {
        try {
            BytesRef bytes = reader.storedFields().document(number).getBinaryValue(ProductIndexWriter.PRODUCT);
            return BytesRef.deepCopyOf(bytes).bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a column of numbers, one for each product; {@code missing} where a product has none. */
    long[] column(String field, long missing) {
        try {
            long[] values = new long[size()];
            NumericDocValues column = leaf == null ? null : leaf.getNumericDocValues(field);
            for (int i = 0; i < values.length; i++) {
                values[i] = column != null && column.advanceExact(i) ? column.longValue() : missing;
            }
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what was stored with the index when it was finished. */
    Map<String, String> userData() throws IOException {
        return reader.getIndexCommit().getUserData();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
