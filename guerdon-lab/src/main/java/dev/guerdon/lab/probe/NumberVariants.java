package dev.guerdon.lab.probe;

import dev.guerdon.lab.spi.ProbeVariant;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ways to write a number: decimals, separators, currency, percent, units, words; and numbers near it. */
final class NumberVariants {

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private NumberVariants() {}

    static List<ProbeVariant> of(String gold) {
        boolean percent = gold.strip().endsWith("%");
        BigDecimal value = new BigDecimal(gold.replaceAll("[^0-9.−-]", "").replace('−', '-'));
        String plain = value.toPlainString();
        List<ProbeVariant> out = new ArrayList<>();
        String end = percent ? "%" : "";
        right(out, "digits", "bare", plain + end);
        right(
                out,
                "digits",
                "decimals",
                value.setScale(Math.max(2, value.scale() + 1), RoundingMode.UNNECESSARY) + end);
        right(
                out,
                "digits",
                "scientific",
                new DecimalFormat("0.###############E0", symbols('.', ',')).format(value) + end);
        if (value.signum() >= 0) {
            right(out, "digits", "plus sign", "+" + plain + end);
            right(out, "digits", "leading zero", "0" + plain + end);
        } else {
            right(out, "digits", "typographic minus", plain.replace('-', '−') + end);
            right(out, "digits", "in brackets", "(" + plain.substring(1) + end + ")");
        }
        separators(out, value, end);
        if (percent) {
            right(out, "percent", "without sign", plain);
            right(out, "percent", "space before sign", plain + " %");
            right(out, "percent", "in words", plain + " percent");
            right(out, "percent", "fraction", value.movePointLeft(2).toPlainString());
        } else {
            right(out, "percent", "with sign", plain + "%");
            right(out, "currency", "dollar sign", "$" + plain);
            right(out, "currency", "dollar sign, separators", "$" + grouped(value, ',', '.'));
            right(out, "currency", "euro sign behind", plain + " €");
            right(out, "currency", "code", plain + " USD");
            right(out, "currency", "in words", plain + " dollars");
            right(out, "units", "short", plain + " km");
            right(out, "units", "joined", plain + "km");
            right(out, "units", "in words", plain + " kilometers");
            right(out, "units", "about", "about " + plain);
        }
        near(out, value, end);
        return out;
    }

    private static void separators(List<ProbeVariant> out, BigDecimal value, String end) {
        if (value.abs().compareTo(THOUSAND) >= 0) {
            right(out, "thousands", "commas", grouped(value, ',', '.') + end);
            right(out, "thousands", "spaces", grouped(value, ' ', '.') + end);
            right(out, "thousands", "apostrophes", grouped(value, '\'', '.') + end);
            right(out, "thousands", "points", grouped(value, '.', ',') + end);
            right(
                    out,
                    "magnitude",
                    "K",
                    value.divide(THOUSAND).stripTrailingZeros().toPlainString() + "K");
            right(
                    out,
                    "magnitude",
                    "thousand",
                    value.divide(THOUSAND).stripTrailingZeros().toPlainString() + " thousand");
        }
        if (value.abs().compareTo(MILLION) >= 0) {
            right(
                    out,
                    "magnitude",
                    "million",
                    value.divide(MILLION).stripTrailingZeros().toPlainString() + " million");
        }
        if (value.scale() > 0) {
            right(out, "digits", "decimal comma", value.toPlainString().replace('.', ',') + end);
        }
    }

    private static void near(List<ProbeVariant> out, BigDecimal value, String end) {
        BigDecimal rounded = value.round(new MathContext(2));
        if (rounded.compareTo(value) != 0) {
            out.add(ProbeVariant.wrong("two digits", rounded.toPlainString() + end));
        }
        String[][] factors = {
            {"0.1 % more", "1.001"}, {"1 % more", "1.01"}, {"10 % more", "1.1"}, {"double", "2"}, {"ten times", "10"}
        };
        for (String[] factor : factors) {
            BigDecimal other = value.multiply(new BigDecimal(factor[1])).stripTrailingZeros();
            if (other.compareTo(value) != 0) {
                out.add(ProbeVariant.wrong(factor[0], other.toPlainString() + end));
            }
        }
        out.add(ProbeVariant.wrong("inside a longer number", "1" + value.abs().toPlainString() + "0" + end));
        out.add(ProbeVariant.wrong("other sign", value.negate().toPlainString() + end));
        if (value.signum() != 0) {
            out.add(ProbeVariant.wrong("zero", "0" + end));
        }
    }

    private static String grouped(BigDecimal value, char thousands, char decimal) {
        DecimalFormat format = new DecimalFormat("#,##0", symbols(decimal, thousands));
        format.setMinimumFractionDigits(Math.max(0, value.scale()));
        format.setMaximumFractionDigits(Math.max(0, value.scale()));
        return format.format(value);
    }

    private static DecimalFormatSymbols symbols(char decimal, char thousands) {
        DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
        symbols.setDecimalSeparator(decimal);
        symbols.setGroupingSeparator(thousands);
        return symbols;
    }

    private static void right(List<ProbeVariant> out, String group, String name, String text) {
        out.add(ProbeVariant.right(group, name, text));
    }
}
