package dev.guerdon.webshop.catalogue;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/** Turns text into stems as the reference's search does. */
final class ShopAnalyzer extends Analyzer {

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        StandardTokenizer words = new StandardTokenizer();
        TokenStream stems = new PorterStemFilter(new StopFilter(
                new LowerCaseFilter(new EnglishPossessiveFilter(words)), EnglishAnalyzer.ENGLISH_STOP_WORDS_SET));
        return new TokenStreamComponents(words, stems);
    }
}
