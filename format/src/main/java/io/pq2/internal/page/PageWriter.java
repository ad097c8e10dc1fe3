package io.pq2.internal.page;

import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Compressor;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Makes pages from encoded levels and values: compresses and encrypts them, computes checksums, and writes headers. One
 * object serves all columns with the same compression, one after another. Not thread-safe.
 *
 * <p>A data page of version 1 contains the repetition levels and the definition levels, each preceded by its length in
 * 4 bytes (little-endian) and omitted if the maximum level is 0, followed by the values; all of it is compressed
 * together. A data page of version 2 contains the levels without lengths, not compressed, followed by the values, which
 * are compressed if that makes them smaller or if their encoding is DELTA_BYTE_ARRAY. A dictionary page contains the
 * compressed entries.
 */
public final class PageWriter implements AutoCloseable {

    private final boolean uncompressed;
    private final Compressor compressor;
    private final boolean checksums;
    private final CompactWriter header = new CompactWriter();
    private final CRC32 crc = new CRC32();
    private byte[] body = new byte[0];
    private byte[] compressed = new byte[0];
    private byte[] encrypted = new byte[0];

    /**
     * Creates a writer.
     *
     * @param codec the codec of the pages
     * @param level the level of the codec; absent for the codec's default
     * @param checksums whether headers carry a CRC-32
     * @throws io.pq2.exception.InvalidDataException if the codec does not have the level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write the codec
     */
    public PageWriter(CompressionCodec codec, @Nullable Integer level, boolean checksums) {
        this.uncompressed = codec == CompressionCodec.UNCOMPRESSED;
        this.compressor = Codecs.compressor(codec, level);
        this.checksums = checksums;
    }

    /** Makes a data page of version 1. */
    public EncodedPage dataPage(DataPageContent page) {
        return dataPage(page, null, 0);
    }

    /**
     * Makes a data page of version 1.
     *
     * @param encryptor absent when the column is not encrypted
     * @param ordinal the ordinal of the page among the data pages of its chunk, from 0
     * @throws io.pq2.exception.InvalidDataException if the page is encrypted and the format has no AAD for the ordinal
     */
    public EncodedPage dataPage(DataPageContent page, @Nullable ChunkEncryptor encryptor, int ordinal) {
        int repetition = page.repetitionLevels() == null ? 0 : Integer.BYTES + page.repetitionLength();
        int definition = page.definitionLevels() == null ? 0 : Integer.BYTES + page.definitionLength();
        byte[] bytes = page.values();
        int length = page.valuesLength();
        if (repetition + definition > 0) {
            length = Math.addExact(repetition + definition, length);
            bytes = reserveBody(length);
            int at = putLevels(bytes, 0, page.repetitionLevels(), page.repetitionLength());
            at = putLevels(bytes, at, page.definitionLevels(), page.definitionLength());
            System.arraycopy(page.values(), 0, bytes, at, page.valuesLength());
        }
        int size = compress(bytes, 0, length, 0);
        DataPageHeader special =
                new DataPageHeader(page.valueCount(), page.encoding(), Encoding.RLE, Encoding.RLE, null);
        if (encryptor == null) {
            return write(PageHeader.of(special, length, size, checksum(size)), size);
        }
        int stored = encrypt(encryptor, ModuleType.DATA_PAGE, ordinal, size);
        PageHeader described = PageHeader.of(special, length, stored, checksum(encrypted, stored));
        return write(described, encryptor, ModuleType.DATA_PAGE_HEADER, ordinal);
    }

    /** Makes a data page of version 2. */
    public EncodedPage dataPageV2(DataPageContent page) {
        int levels = page.repetitionLength() + page.definitionLength();
        reserveCompressed(levels);
        byte[] repetition = page.repetitionLevels();
        byte[] definition = page.definitionLevels();
        if (repetition != null) {
            System.arraycopy(repetition, 0, compressed, 0, page.repetitionLength());
        }
        if (definition != null) {
            System.arraycopy(definition, 0, compressed, page.repetitionLength(), page.definitionLength());
        }
        DataPageHeaderV2 special = new DataPageHeaderV2(
                page.valueCount(),
                page.nullCount(),
                page.rowCount(),
                page.encoding(),
                page.definitionLength(),
                page.repetitionLength(),
                null,
                null);
        return dataPageV2(special, levels, page.values(), 0, page.valuesLength());
    }

    /** Makes a data page of version 2 whose levels are at the start of {@link #compressed}. */
    private EncodedPage dataPageV2(DataPageHeaderV2 special, int levels, byte[] values, int from, int length) {
        int valuesSize = length == 0 ? 0 : compress(values, from, length, levels);
        // Spark's vectorized reader decodes DELTA_BYTE_ARRAY wrongly if the values are not compressed.
        boolean isSmaller = valuesSize < length || special.encoding() == Encoding.DELTA_BYTE_ARRAY;
        boolean storesCompressed = !uncompressed && length > 0 && isSmaller;
        if (!storesCompressed) {
            // The header of version 2 can tell that the values are not compressed.
            reserveCompressed(levels + length);
            System.arraycopy(values, from, compressed, levels, length);
            valuesSize = length;
        }
        int size = levels + valuesSize;
        return write(
                PageHeader.of(special.withCompressed(storesCompressed), levels + length, size, checksum(size)), size);
    }

    /** Makes a page with another header, which must have the same {@code crc} and sizes. */
    EncodedPage withHeader(PageHeader pageHeader, byte[] stored, int from) {
        int size = pageHeader.compressedPageSize();
        reserveCompressed(size);
        System.arraycopy(stored, from, compressed, 0, size);
        return write(pageHeader, size);
    }

    /**
     * Compresses a data page of version 1 or a dictionary page again.
     *
     * @param header the header of the existing page
     * @param contents contains the decompressed page from {@code from} to {@code to} (exclusive)
     */
    EncodedPage recompressed(PageHeader header, byte[] contents, int from, int to) {
        int size = compress(contents, from, to - from, 0);
        PageHeader changed = new PageHeader(
                header.type(),
                to - from,
                size,
                checksum(size),
                header.dataPageHeader(),
                null,
                header.dictionaryPageHeader(),
                null);
        return write(changed, size);
    }

    /**
     * Compresses the values of a data page of version 2 again.
     *
     * @param levels contains the repetition levels and then the definition levels, from {@code levelsStart} on
     * @param values contains the decompressed values from {@code from} to {@code to} (exclusive)
     */
    EncodedPage recompressed(
            DataPageHeaderV2 special, byte[] levels, int levelsStart, byte[] values, int from, int to) {
        int length = special.repetitionLevelsByteLength() + special.definitionLevelsByteLength();
        reserveCompressed(length);
        System.arraycopy(levels, levelsStart, compressed, 0, length);
        return dataPageV2(special, length, values, from, to - from);
    }

    /** Makes a dictionary page from {@code entries} entries in PLAIN encoding. */
    public EncodedPage dictionaryPage(byte[] values, int length, int entries) {
        return dictionaryPage(values, length, entries, null);
    }

    /**
     * Makes a dictionary page from {@code entries} entries in PLAIN encoding.
     *
     * @param encryptor absent when the column is not encrypted
     */
    public EncodedPage dictionaryPage(byte[] values, int length, int entries, @Nullable ChunkEncryptor encryptor) {
        int size = compress(values, 0, length, 0);
        DictionaryPageHeader special = new DictionaryPageHeader(entries, Encoding.PLAIN, false);
        if (encryptor == null) {
            return write(PageHeader.of(special, length, size, checksum(size)), size);
        }
        int stored = encrypt(encryptor, ModuleType.DICTIONARY_PAGE, -1, size);
        PageHeader described = PageHeader.of(special, length, stored, checksum(encrypted, stored));
        return write(described, encryptor, ModuleType.DICTIONARY_PAGE_HEADER, -1);
    }

    /** Returns the compressed size of bytes, without making a page. */
    public int compressedSize(byte[] bytes, int length) {
        return uncompressed ? length : compress(bytes, 0, length, 0);
    }

    private static int putLevels(byte[] target, int at, byte @Nullable [] levels, int length) {
        if (levels == null) {
            return at;
        }
        target[at] = (byte) length;
        target[at + 1] = (byte) (length >> 8);
        target[at + 2] = (byte) (length >> 16);
        target[at + 3] = (byte) (length >> 24);
        System.arraycopy(levels, 0, target, at + Integer.BYTES, length);
        return at + Integer.BYTES + length;
    }

    /**
     * Compresses into {@link #compressed} from {@code at} on and keeps the bytes before. Returns the compressed size.
     */
    private int compress(byte[] bytes, int from, int length, int at) {
        reserveCompressed(Math.addExact(at, compressor.maxCompressedLength(length)));
        return compressor.compress(bytes, from, length, compressed, at);
    }

    private @Nullable Integer checksum(int size) {
        return checksum(compressed, size);
    }

    private @Nullable Integer checksum(byte[] bytes, int size) {
        if (!checksums) {
            return null;
        }
        crc.reset();
        crc.update(bytes, 0, size);
        return (int) crc.getValue();
    }

    /** Encrypts {@link #compressed} into {@link #encrypted} and returns the encrypted size. */
    private int encrypt(ChunkEncryptor encryptor, ModuleType type, int ordinal, int size) {
        int length = encryptor.pageLength(size);
        if (encrypted.length < length) {
            encrypted = new byte[grown(length)];
        }
        encryptor.page(type, ordinal, compressed, 0, size, encrypted, 0);
        return length;
    }

    /** Makes a page from a header, which this method encrypts, and the {@link #encrypted} body. */
    private EncodedPage write(PageHeader pageHeader, ChunkEncryptor encryptor, ModuleType type, int ordinal) {
        header.reset();
        PageHeaderWriter.write(pageHeader, header);
        byte[] module = encryptor.module(type, ordinal, header.buffer(), 0, header.size());
        int size = pageHeader.compressedPageSize();
        byte[] bytes = Arrays.copyOf(module, Math.addExact(module.length, size));
        System.arraycopy(encrypted, 0, bytes, module.length, size);
        return new EncodedPage(bytes, (long) module.length + pageHeader.uncompressedPageSize());
    }

    private static int grown(int length) {
        return (int) Math.max(length, Math.min(Integer.MAX_VALUE - 16, length * 5L / 4));
    }

    /** Makes a page from a header and the {@link #compressed} body. */
    private EncodedPage write(PageHeader pageHeader, int size) {
        header.reset();
        PageHeaderWriter.write(pageHeader, header);
        byte[] bytes = Arrays.copyOf(header.buffer(), Math.addExact(header.size(), size));
        System.arraycopy(compressed, 0, bytes, header.size(), size);
        return new EncodedPage(bytes, (long) header.size() + pageHeader.uncompressedPageSize());
    }

    private byte[] reserveBody(int length) {
        if (body.length < length) {
            body = new byte[grown(length)];
        }
        return body;
    }

    private void reserveCompressed(int length) {
        if (compressed.length < length) {
            compressed = Arrays.copyOf(compressed, grown(length));
        }
    }

    /** Returns the memory that is kept for the next page, in bytes. */
    public long memoryBytes() {
        return (long) body.length + compressed.length + encrypted.length;
    }

    /** Frees the memory that is kept for the next page. */
    public void releaseMemory() {
        body = new byte[0];
        compressed = new byte[0];
        encrypted = new byte[0];
    }

    /** Frees the context of the codec. */
    @Override
    public void close() {
        compressor.close();
    }
}
