package io.pq2.read;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.read.decode.ChunkDictionary;
import io.pq2.internal.read.decode.StoredPages;
import io.pq2.internal.read.prune.ColumnChunkIndexes;
import io.pq2.internal.read.source.OpenChunk;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.io.InputFile;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.OffsetIndex;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.vector.Vector;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An open Parquet file. Opening reads the footer; {@link #scan()} reads rows. Thread-safe: several threads can scan one
 * file at the same time, each with a {@link BatchReader} of its own.
 *
 * <p>Closing a file does not end scans that were opened before. Keys that were retrieved for an encrypted file are
 * erased when the file and all its scans are closed.
 */
public final class ParquetFile implements Closeable {

    /** The number of bytes to read at once where only page headers are needed. */
    private static final int HEADER_READ_SIZE = 1 << 14;

    private final OpenFile file;

    private ParquetFile(OpenFile file) {
        this.file = file;
    }

    /**
     * Opens a file with the default options and without decryption keys.
     *
     * @throws CorruptFileException if it is not a complete Parquet file
     * @throws io.pq2.exception.EncryptionException if the footer is encrypted
     * @throws UnsupportedFeatureException if the schema or the encryption uses a feature that this version does not
     *     support
     * @throws IOException if the file does not exist or reading fails
     */
    public static ParquetFile open(InputFile input) throws IOException {
        return open(input, ReadOptions.DEFAULT);
    }

    /**
     * Opens a file without decryption keys.
     *
     * @throws CorruptFileException if it is not a complete Parquet file
     * @throws io.pq2.exception.EncryptionException if the footer is encrypted
     * @throws UnsupportedFeatureException if the schema or the encryption uses a feature that this version does not
     *     support
     * @throws IOException if the file does not exist or reading fails
     */
    public static ParquetFile open(InputFile input, ReadOptions options) throws IOException {
        return open(input, options, null);
    }

    /**
     * Opens a file. Keys of encrypted columns are retrieved when the columns are first used.
     *
     * @param keys the decryption keys; null if there are none. Without keys, the plaintext columns of a file with a
     *     plaintext footer are readable
     * @throws CorruptFileException if it is not a complete Parquet file
     * @throws io.pq2.exception.EncryptionException if the footer is encrypted or signed, and there is no key for it or
     *     it is not authentic; or if the file is not the one that {@code keys} expects
     * @throws UnsupportedFeatureException if the schema or the encryption uses a feature that this version does not
     *     support
     * @throws IOException if the file does not exist or reading fails
     */
    public static ParquetFile open(InputFile input, ReadOptions options, @Nullable FileDecryptionProperties keys)
            throws IOException {
        return new ParquetFile(OpenFile.open(input, options, keys));
    }

    /**
     * Opens a file whose footer was read before, without decryption keys. Reads nothing. A file that was replaced since
     * is detected by its first scan at the earliest, if at all.
     *
     * @param footer the footer of the same file
     * @throws CorruptFileException if the footer is damaged
     * @throws io.pq2.exception.EncryptionException if the footer is encrypted
     * @throws UnsupportedFeatureException if the schema or the encryption uses a feature that this version does not
     *     support
     */
    public static ParquetFile open(InputFile input, Footer footer, ReadOptions options) {
        return open(input, footer, options, null);
    }

    /**
     * Opens a file whose footer was read before. Reads nothing. A file that was replaced since is detected by its first
     * scan at the earliest, if at all.
     *
     * @param footer the footer of the same file
     * @param keys the decryption keys; null if there are none
     * @throws CorruptFileException if the footer is damaged
     * @throws io.pq2.exception.EncryptionException if the footer is encrypted or signed, and there is no key for it or
     *     it is not authentic; or if the file is not the one that {@code keys} expects
     * @throws UnsupportedFeatureException if the schema or the encryption uses a feature that this version does not
     *     support
     */
    public static ParquetFile open(
            InputFile input, Footer footer, ReadOptions options, @Nullable FileDecryptionProperties keys) {
        return new ParquetFile(OpenFile.open(input, footer.content(), options, keys));
    }

    /** Returns the file that was opened. */
    public InputFile input() {
        return file.input();
    }

    /** Returns the options that the file was opened with. */
    public ReadOptions options() {
        return file.options();
    }

    /**
     * Returns the decoded footer. Column chunks are decoded, and faults in them reported, when they are first used.
     * Encrypted column metadata is decrypted then too, if there is a key for it.
     */
    public FileMetaData metadata() {
        return file.metadata();
    }

    /** Returns the undecoded footer, with which the file can be opened again without reading it. */
    public Footer footer() {
        return new Footer(file.footer().compact());
    }

    /** Returns the schema of the rows. */
    public Schema schema() {
        return file.schema();
    }

    /**
     * Returns the key-value metadata that applications stored in the file, in the order of the file. If a key occurs
     * several times, the last value counts. Values can be null. Unmodifiable.
     */
    public Map<String, @Nullable String> keyValueMetadata() {
        Map<String, @Nullable String> entries = new LinkedHashMap<>();
        if (metadata().keyValueMetadata() != null) {
            for (KeyValue entry : metadata().keyValueMetadata()) {
                entries.put(entry.key(), entry.value());
            }
        }
        return Collections.unmodifiableMap(entries);
    }

    /**
     * Reads the column index of a column chunk: min, max and null count of each data page (PageIndex.md).
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of {@link #schema()}
     * @return null if the chunk has none
     * @throws CorruptFileException if it is outside of the file or violates the format
     * @throws io.pq2.exception.EncryptionException if it is encrypted, and there is no key for it or it is not
     *     authentic
     * @throws InvalidDataException if the file has no such row group or column
     * @throws IOException if reading fails
     */
    public @Nullable ColumnIndex columnIndex(int rowGroup, Column column) throws IOException {
        return new ColumnChunkIndexes(file, rowGroup, column).columnIndex();
    }

    /**
     * Reads the offset index of a column chunk: offset, size and first row of each data page (PageIndex.md).
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of {@link #schema()}
     * @return null if the chunk has none
     * @throws CorruptFileException if it is outside of the file or violates the format
     * @throws io.pq2.exception.EncryptionException if it is encrypted, and there is no key for it or it is not
     *     authentic
     * @throws InvalidDataException if the file has no such row group or column
     * @throws IOException if reading fails
     */
    public @Nullable OffsetIndex offsetIndex(int rowGroup, Column column) throws IOException {
        return new ColumnChunkIndexes(file, rowGroup, column).offsetIndex();
    }

    /**
     * Reads the bloom filter of a column chunk (BloomFilter.md).
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of {@link #schema()}
     * @return null if the chunk has none
     * @throws CorruptFileException if it is outside of the file or violates the format
     * @throws io.pq2.exception.EncryptionException if it is encrypted, and there is no key for it or it is not
     *     authentic
     * @throws InvalidDataException if the file has no such row group or column
     * @throws UnsupportedFeatureException if its algorithm, hash function or compression is unknown
     * @throws IOException if reading fails
     */
    public @Nullable BloomFilter bloomFilter(int rowGroup, Column column) throws IOException {
        return new ColumnChunkIndexes(file, rowGroup, column).bloomFilter();
    }

    /**
     * Reads the headers of the pages of a column chunk, in the order of the file, up to the page with the chunk's last
     * value.
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of {@link #schema()}
     * @throws CorruptFileException if the chunk is outside of the file, or a header violates the format
     * @throws io.pq2.exception.EncryptionException if the chunk is encrypted, and there is no key for it or a header is
     *     not authentic
     * @throws InvalidDataException if the file has no such row group or column
     * @throws IOException if reading fails
     */
    public List<StoredPage> pages(int rowGroup, Column column) throws IOException {
        try (OpenChunk chunk = OpenChunk.of(file, rowGroup, column)) {
            return StoredPages.of(chunk, HEADER_READ_SIZE);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Reads the dictionary of a column chunk.
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of {@link #schema()}
     * @return a vector of the physical type, with a slot for each entry and without nulls; null if the chunk has no
     *     dictionary page
     * @throws CorruptFileException if the chunk is outside of the file, or the page is damaged
     * @throws io.pq2.exception.EncryptionException if the chunk is encrypted, and there is no key for it or the page is
     *     not authentic
     * @throws InvalidDataException if the file has no such row group or column
     * @throws UnsupportedFeatureException if this version does not support the codec
     * @throws IOException if reading fails
     */
    public @Nullable Vector dictionary(int rowGroup, Column column) throws IOException {
        try (OpenChunk chunk = OpenChunk.of(file, rowGroup, column)) {
            return ChunkDictionary.read(chunk, file.options());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Returns the statistics of a column chunk from the footer, without values that are known to be unreliable. The
     * values as they are stored are in {@link #metadata}.
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of {@link #schema()}
     * @throws CorruptFileException if the chunk's metadata violates the format
     * @throws InvalidDataException if the file has no such row group or column
     */
    public ColumnStatistics statistics(int rowGroup, Column column) {
        return new ColumnChunkIndexes(file, rowGroup, column).statistics();
    }

    /** Returns a builder of a scan. Without further calls the scan reads all columns of all rows. */
    public ScanBuilder scan() {
        return new ScanBuilder(file);
    }

    /** Returns a builder of an aggregation. Without further calls it counts all rows. */
    public AggregateBuilder aggregate() {
        return new AggregateBuilder(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
