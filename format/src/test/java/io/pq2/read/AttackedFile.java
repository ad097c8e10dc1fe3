package io.pq2.read;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * A file that an attacker has changed, with the keys of its reader, and the columns and values that it expects.
 *
 * <p>Pages, indexes and bloom filters of its columns have equal sizes, so that each fits in the place of another. It
 * has no checksums.
 */
record AttackedFile(byte[] bytes, FileDecryptionProperties keys, List<String> columns, List<Object> expected) {

    static final byte[] KEY = "a key of 16 byte".getBytes(StandardCharsets.US_ASCII);
    static final byte[] COLUMN_KEY = "a column's key 1".getBytes(StandardCharsets.US_ASCII);

    private static final Schema SCHEMA =
            SchemaText.parse("message rows { required int64 a; required int64 b; required int64 c; }");
    private static final int ROW_GROUPS = 6;
    private static final int ROW_GROUP = 400;

    /** How a file is written. */
    enum Layout {
        ENCRYPTED_FOOTER,
        SIGNED_FOOTER,
        /** A signed footer, and column {@code a} with its own key. */
        COLUMN_KEY
    }

    static FileEncryptionProperties.Builder encryption(EncryptionScheme scheme, Layout layout) {
        FileEncryptionProperties.Builder builder =
                FileEncryptionProperties.builder(KEY).scheme(scheme).plaintextFooter(layout != Layout.ENCRYPTED_FOOTER);
        return layout == Layout.COLUMN_KEY ? builder.column("a", COLUMN_KEY, null) : builder;
    }

    static FileDecryptionProperties.Builder decryption() {
        return FileDecryptionProperties.builder().footerKey(KEY);
    }

    static WriteOptions.Builder options() {
        return WriteOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .checksums(false)
                .bloomFilter(BloomFilterOptions.ON.withEvenWithDictionary(true))
                .dictionary(true)
                .rowGroupRows(ROW_GROUP)
                .pageRows(100);
    }

    /** Writes rows of three values. */
    static byte[] write(List<List<Object>> rows, WriteOptions options) {
        return TestRows.write(SCHEMA, rows, options, 250).bytes();
    }

    /** Writes rows whose values depend on a seed. Each row group and column has 13 distinct values. */
    static byte[] write(long seed, WriteOptions options) {
        Random random = new Random(seed);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROW_GROUPS * ROW_GROUP; i++) {
            long base = 1_000_000 * seed + 1_000L * (i / ROW_GROUP);
            rows.add(List.of(
                    base + random.nextInt(13), base + 100 + random.nextInt(13), base + 200 + random.nextInt(13)));
        }
        return write(rows, options);
    }

    /** Returns a changed file. A reader expects the values of the original. */
    static AttackedFile of(byte[] original, byte[] changed, FileDecryptionProperties keys, String... columns)
            throws IOException {
        List<String> names = columns.length == 0 ? List.of("a", "b", "c") : List.of(columns);
        return new AttackedFile(changed, keys, names, read(original, keys, names));
    }

    /** Reads all values, page indexes and bloom filters of columns. */
    private static List<Object> read(byte[] bytes, FileDecryptionProperties keys, List<String> columns)
            throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("attacked", bytes), ReadOptions.DEFAULT, keys)) {
            List<Object> all = new ArrayList<>();
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                for (String name : columns) {
                    Column column = Objects.requireNonNull(file.schema().column(List.of(name)));
                    all.add(file.offsetIndex(group, column) == null);
                    all.add(file.columnIndex(group, column) == null);
                    all.add(file.bloomFilter(group, column) == null);
                }
            }
            try (BatchReader batches =
                    file.scan().columns(columns.toArray(String[]::new)).open()) {
                for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                    all.addAll(VectorRows.rows(batch));
                }
            }
            return all;
        }
    }

    /**
     * Returns what a reader notices: {@code detected} for an error that says that the file was changed, {@code as
     * damage} for an error that could also come from an accident, {@code not detected} for wrong values.
     */
    String outcome() throws IOException {
        try {
            return read(bytes, keys, columns).equals(expected) ? "no effect" : "not detected";
        } catch (EncryptionException e) {
            return "detected";
        } catch (CorruptFileException e) {
            return "as damage";
        }
    }

    /** Returns the index of the footer, or of the metadata before an encrypted footer. */
    static int footerStart(byte[] bytes) {
        return bytes.length - 8 - StoredModule.length(bytes, bytes.length - 8);
    }

    static FileMetaData plaintextFooter(byte[] bytes) {
        int start = footerStart(bytes);
        return FooterReader.read(bytes, start, bytes.length - 8 - start);
    }
}
