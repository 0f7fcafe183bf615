package dev.guerdon.webshop.nouns;

import dev.guerdon.webshop.catalogue.WebshopException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part-of-speech tagger of a spaCy 2 model: four embedding tables, a mixing layer, residual layers over three words at a time,
 * and a decision.
 */
final class SpacyTagger {

    /** How many blank words stand before and behind the text. */
    private static final int PADDING = 4;

    private record Table(int seed, Array vectors) {}

    /** A maxout layer with the normalisation behind it. */
    private record Layer(Array weights, Array bias, Array scale, Array shift) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy would cost
    private record Array(int[] shape, float[] values) {}

    private final List<Table> tables;
    private final List<Layer> layers;
    private final Array decision;
    private final Array decisionBias;

    private SpacyTagger(List<Table> tables, List<Layer> layers, Array decision, Array decisionBias) {
        this.tables = tables;
        this.layers = layers;
        this.decision = decision;
        this.decisionBias = decisionBias;
    }

    /** Finds the layers in the file's list by their shapes. */
    static SpacyTagger read(byte[] model) {
        if (!(MsgPack.read(model) instanceof Map<?, ?> file) || !(file.get("weights") instanceof List<?> weights)) {
            throw new WebshopException("expected the weights of a spaCy 2 tagger in 'tagger/model'");
        }
        List<Table> tables = new ArrayList<>();
        List<Array[]> mixing = new ArrayList<>();
        List<Array[]> normal = new ArrayList<>();
        Array[] last = null;
        for (Object one : weights) {
            if (!(one instanceof Map<?, ?> layer)) {
                continue;
            }
            Array w = param(layer, "W");
            Array b = param(layer, "b");
            Array g = param(layer, "G");
            Array vectors = param(layer, "vectors");
            if (vectors != null && layer.get("seed") instanceof Long seed) {
                tables.add(new Table(seed.intValue(), vectors));
            } else if (g != null && b != null) {
                normal.add(new Array[] {g, b});
            } else if (w != null && b != null && w.shape.length == 3) {
                mixing.add(new Array[] {w, b});
            } else if (w != null && b != null && w.shape.length == 2) {
                last = new Array[] {w, b};
            }
        }
        if (tables.size() != 4 || mixing.size() != normal.size() || mixing.isEmpty() || last == null) {
            throw new WebshopException("expected the layers of a spaCy 2 tagger, found " + tables.size() + " tables, "
                    + mixing.size() + " maxout and " + normal.size() + " normalising layers; use a 2.x model such as"
                    + " en_core_web_sm 2.2.5");
        }
        tables.sort(Comparator.comparingInt(Table::seed));
        int width = tables.getFirst().vectors.shape[1];
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < mixing.size(); i++) {
            Layer layer = new Layer(mixing.get(i)[0], mixing.get(i)[1], normal.get(i)[0], normal.get(i)[1]);
            layers.add(layer.weights.shape[2] == 4 * width ? 0 : layers.size(), layer);
        }
        return new SpacyTagger(tables, layers, last[0], last[1]);
    }

    private static @Nullable Array param(Map<?, ?> layer, String name) {
        if (layer.get("params") instanceof List<?> params) {
            for (Object one : params) {
                if (one instanceof Map<?, ?> param
                        && name.equals(text(param.get("name")))
                        && param.get("value") instanceof Map<?, ?> value
                        && value.get("shape") instanceof List<?> shape
                        && value.get("data") instanceof byte[] data) {
                    return array(shape, data);
                }
            }
        }
        return null;
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] raw
                ? new String(raw, java.nio.charset.StandardCharsets.UTF_8)
                : String.valueOf(value);
    }

    private static Array array(List<?> shape, byte[] data) {
        int[] sizes =
                shape.stream().mapToInt(size -> ((Number) size).intValue()).toArray();
        float[] values = new float[data.length / Float.BYTES];
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return new Array(sizes, values);
    }

    /** The number of the best tag for each word, given its four feature ids. */
    int[] tags(long[][] features) {
        int length = features.length + 2 * PADDING;
        int width = tables.getFirst().vectors.shape[1];
        float[][] state = new float[length][];
        for (int i = 0; i < length; i++) {
            int word = i - PADDING;
            float[] joined = new float[4 * width];
            for (int t = 0; t < 4; t++) {
                long id = word >= 0 && word < features.length ? features[word][t] : 0;
                embed(tables.get(t), id, joined, t * width);
            }
            state[i] = apply(layers.getFirst(), joined);
        }
        for (Layer layer : layers.subList(1, layers.size())) {
            float[][] next = new float[length][];
            for (int i = 0; i < length; i++) {
                float[] window = new float[3 * width];
                for (int offset = -1; offset <= 1; offset++) {
                    if (i + offset >= 0 && i + offset < length) {
                        System.arraycopy(state[i + offset], 0, window, (offset + 1) * width, width);
                    }
                }
                next[i] = apply(layer, window);
                for (int j = 0; j < width; j++) {
                    next[i][j] += state[i][j];
                }
            }
            state = next;
        }
        int[] tags = new int[features.length];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = best(state[i + PADDING]);
        }
        return tags;
    }

    private static void embed(Table table, long id, float[] out, int at) {
        int width = table.vectors.shape[1];
        for (int row : SpacyHash.rows(id, table.seed, table.vectors.shape[0])) {
            for (int j = 0; j < width; j++) {
                out[at + j] += table.vectors.values[row * width + j];
            }
        }
    }

    private static float[] apply(Layer layer, float[] input) {
        int outputs = layer.weights.shape[0];
        int pieces = layer.weights.shape[1];
        int inputs = layer.weights.shape[2];
        float[] out = new float[outputs];
        for (int o = 0; o < outputs; o++) {
            float most = Float.NEGATIVE_INFINITY;
            for (int p = 0; p < pieces; p++) {
                int row = (o * pieces + p) * inputs;
                float sum = layer.bias.values[o * pieces + p];
                for (int j = 0; j < inputs; j++) {
                    sum += layer.weights.values[row + j] * input[j];
                }
                most = Math.max(most, sum);
            }
            out[o] = most;
        }
        normalize(out, layer);
        return out;
    }

    private static void normalize(float[] values, Layer layer) {
        double mean = 0;
        for (float value : values) {
            mean += value;
        }
        mean /= values.length;
        double variance = 0;
        for (float value : values) {
            variance += (value - mean) * (value - mean);
        }
        double spread = Math.sqrt(variance / values.length + 1e-8);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) ((values[i] - mean) / spread * layer.scale.values[i] + layer.shift.values[i]);
        }
    }

    private int best(float[] state) {
        int best = 0;
        float most = Float.NEGATIVE_INFINITY;
        for (int tag = 0; tag < decision.shape[0]; tag++) {
            float sum = decisionBias.values[tag];
            for (int j = 0; j < state.length; j++) {
                sum += decision.values[tag * state.length + j] * state[j];
            }
            if (sum > most) {
                most = sum;
                best = tag;
            }
        }
        return best;
    }
}
