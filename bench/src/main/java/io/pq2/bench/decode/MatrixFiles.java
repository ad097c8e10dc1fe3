package io.pq2.bench.decode;

import static io.pq2.bench.decode.FileEncoding.BYTE_STREAM_SPLIT;
import static io.pq2.bench.decode.FileEncoding.DELTA_BINARY_PACKED;
import static io.pq2.bench.decode.FileEncoding.DELTA_BYTE_ARRAY;
import static io.pq2.bench.decode.FileEncoding.DELTA_LENGTH_BYTE_ARRAY;
import static io.pq2.bench.decode.FileEncoding.DICTIONARY;
import static io.pq2.bench.decode.FileEncoding.PLAIN;
import static io.pq2.bench.decode.FileEncoding.RLE;

import io.pq2.bench.decode.LeafType.Numbers;
import io.pq2.bench.decode.LeafType.Texts;
import io.pq2.bench.decode.PeerFile.PeerColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The files of the matrix:
 *
 * <p>every type in every encoding that is defined for it, at each share of nulls, flat and uncompressed; every codec
 * for some pairs of type and encoding, without nulls; every nesting at each share of nulls for INT64 and strings,
 * uncompressed. It omits combinations of features that use independent code.
 */
public final class MatrixFiles {

    private static final double[] NULLS = {0, 0.1, 0.9};
    private static final int DISTINCT = 1000;
    private static final int DISTINCT_WORDS = 50;
    private static final int BOOLEAN_RUN = 25;
    private static final int SLOTS_A_LIST = 5;

    private final int values;
    private final List<FileRecipe> files = new ArrayList<>();

    private MatrixFiles(int values) {
        this.values = values;
    }

    /**
     * Returns the files of types, encodings and codecs.
     *
     * @param values the number of values per column, including nulls
     */
    public static List<FileRecipe> flat(int values) {
        MatrixFiles matrix = new MatrixFiles(values);
        matrix.required();
        matrix.numbers();
        matrix.binaries();
        matrix.decimals();
        matrix.codecs();
        return matrix.files;
    }

    /**
     * Returns the files of nested columns.
     *
     * @param values the approximate number of values per column, including nulls
     */
    public static List<FileRecipe> nested(int values) {
        MatrixFiles matrix = new MatrixFiles(values);
        for (Layout layout : List.of(Layout.STRUCT, Layout.LIST, Layout.LIST_OF_STRUCT, Layout.MAP)) {
            matrix.nested(layout, "INT64", PLAIN, LeafType.longs(Numbers.below(1L << 40)));
            matrix.nested(layout, "string", DICTIONARY, LeafType.strings(Texts.words(DISTINCT)));
            matrix.nested(layout, "string", PLAIN, LeafType.strings(Texts.keys()));
        }
        return matrix.files;
    }

    private void required() {
        Numbers wide = Numbers.below(1L << 40);
        required("INT64", PLAIN, LeafType.longs(wide));
        required("INT64", DICTIONARY, LeafType.longs(Numbers.below(DISTINCT)));
        required("short strings", DICTIONARY, LeafType.strings(Texts.words(DISTINCT_WORDS)));
        required("long strings", PLAIN, LeafType.strings(Texts.sentences()));
    }

    private void numbers() {
        flat("BOOLEAN", PLAIN, LeafType.booleans(1));
        flat("BOOLEAN", RLE, LeafType.booleans(BOOLEAN_RUN));
        Numbers some = Numbers.below(DISTINCT);
        Numbers any = Numbers.below(1_000_000);
        Numbers wide = Numbers.below(1L << 40);
        flat("INT32", PLAIN, LeafType.ints(any));
        flat("INT32", DICTIONARY, LeafType.ints(some));
        flat("INT32", DELTA_BINARY_PACKED, LeafType.ints(Numbers.ascending()));
        flat("INT32", BYTE_STREAM_SPLIT, LeafType.ints(any));
        flat("INT64", PLAIN, LeafType.longs(wide));
        flat("INT64", DICTIONARY, LeafType.longs(some));
        flat("INT64", DELTA_BINARY_PACKED, LeafType.longs(Numbers.ascending()));
        flat("INT64", BYTE_STREAM_SPLIT, LeafType.longs(wide));
        flat("INT96", PLAIN, LeafType.int96(Numbers.below(1_500_000_000)));
        flat("INT96", DICTIONARY, LeafType.int96(some));
        flat("FLOAT", PLAIN, LeafType.floats(any));
        flat("FLOAT", DICTIONARY, LeafType.floats(some));
        flat("FLOAT", BYTE_STREAM_SPLIT, LeafType.floats(any));
        flat("DOUBLE", PLAIN, LeafType.doubles(wide));
        flat("DOUBLE", DICTIONARY, LeafType.doubles(some));
        flat("DOUBLE", BYTE_STREAM_SPLIT, LeafType.doubles(wide));
    }

    private void binaries() {
        Texts words = Texts.words(DISTINCT_WORDS);
        for (FileEncoding encoding : List.of(PLAIN, DICTIONARY, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY)) {
            flat("short strings", encoding, LeafType.strings(words));
        }
        for (FileEncoding encoding : List.of(PLAIN, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY)) {
            flat("long strings", encoding, LeafType.strings(Texts.sentences()));
            flat("ascending strings", encoding, LeafType.strings(Texts.keys()));
        }
        flat("FIXED(16)", PLAIN, LeafType.sixteenBytes(Numbers.ascending(), false));
        flat("FIXED(16)", DICTIONARY, LeafType.sixteenBytes(Numbers.below(DISTINCT), false));
        flat("FIXED(16)", DELTA_BYTE_ARRAY, LeafType.sixteenBytes(Numbers.ascending(), true));
        flat("FIXED(16)", BYTE_STREAM_SPLIT, LeafType.sixteenBytes(Numbers.ascending(), false));
    }

    private void decimals() {
        for (FileEncoding encoding : List.of(PLAIN, DICTIONARY)) {
            Numbers numbers = Numbers.below(encoding == DICTIONARY ? DISTINCT : 10_000_000);
            flat("DECIMAL(9,2) INT32", encoding, LeafType.intDecimals(numbers));
            flat("DECIMAL(18,2) INT64", encoding, LeafType.longDecimals(numbers));
            flat("DECIMAL(38,2) FIXED(16)", encoding, LeafType.binaryDecimals(numbers));
        }
    }

    private void codecs() {
        for (CompressionCodecName codec : List.of(
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.ZSTD,
                CompressionCodecName.GZIP,
                CompressionCodecName.LZ4_RAW)) {
            codec(codec, "INT64", PLAIN, LeafType.longs(Numbers.below(10_000_000)));
            codec(codec, "INT64", DICTIONARY, LeafType.longs(Numbers.below(DISTINCT)));
            codec(codec, "DOUBLE", PLAIN, LeafType.doubles(Numbers.below(10_000_000)));
            codec(codec, "short strings", DICTIONARY, LeafType.strings(Texts.words(DISTINCT_WORDS)));
            codec(codec, "long strings", PLAIN, LeafType.strings(Texts.sentences()));
        }
    }

    private void required(String type, FileEncoding encoding, LeafType leaf) {
        String name = type + " " + encoding + ", required";
        List<PeerColumn> columns = List.of(new PeerColumn("values", Layout.REQUIRED_FLAT, leaf, 0));
        PeerFile file = new PeerFile(encoding, CompressionCodecName.UNCOMPRESSED, columns, values);
        files.add(new FileRecipe(CaseGroup.FLAT, name, Map.of(name, List.of("values")), file));
    }

    private void flat(String type, FileEncoding encoding, LeafType leaf) {
        add(CaseGroup.FLAT, type + " " + encoding, encoding, Layout.FLAT, leaf, values);
    }

    private void nested(Layout layout, String type, FileEncoding encoding, LeafType leaf) {
        int rows = layout == Layout.STRUCT ? values : values / SLOTS_A_LIST;
        String name = layout.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        add(CaseGroup.NESTED, name + ", " + type + " " + encoding, encoding, layout, leaf, rows);
    }

    /** Adds a file with one column, and one case, for each share of nulls. */
    private void add(CaseGroup group, String name, FileEncoding encoding, Layout layout, LeafType leaf, int rows) {
        List<PeerColumn> columns = new ArrayList<>();
        Map<String, List<String>> cases = new LinkedHashMap<>();
        for (double nulls : NULLS) {
            int percent = (int) Math.round(nulls * 100);
            String column = "nulls_" + percent;
            columns.add(new PeerColumn(column, layout, leaf, nulls));
            cases.put(name + ", " + percent + " % null", List.of(column));
        }
        PeerFile file = new PeerFile(encoding, CompressionCodecName.UNCOMPRESSED, columns, rows);
        files.add(new FileRecipe(group, name, cases, file));
    }

    private void codec(CompressionCodecName codec, String type, FileEncoding encoding, LeafType leaf) {
        String name = codec + ", " + type + " " + encoding;
        PeerFile file = new PeerFile(encoding, codec, List.of(new PeerColumn("values", Layout.FLAT, leaf, 0)), values);
        files.add(new FileRecipe(CaseGroup.CODEC, name, Map.of(name, List.of("values")), file));
    }
}
