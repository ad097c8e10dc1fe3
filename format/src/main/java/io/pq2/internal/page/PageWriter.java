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

/**
 * Makes pages out of encoded levels and values: compresses, checksums, puts the header before them. One pageWriter serves all
 * columns of a file, one after another.
 *
 * <p>The body of a data page of version 1, compressed as a whole: the repetition levels and the definition levels, each behind
 * its length in four bytes, little-endian, and left out where the maximum level is 0; then the values. Version 2: the levels
 * without lengths and uncompressed, then the values, compressed. A dictionary page: the entries.
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
     * @param codec how pages are compressed
     * @param level the codec's level, null for its default
     * @param checksums whether headers carry a CRC32
     */
    public PageWriter(CompressionCodec codec, Integer level, boolean checksums) {
        this.uncompressed = codec == CompressionCodec.UNCOMPRESSED;
        this.compressor = Codecs.compressor(codec, level);
        this.checksums = checksums;
    }

    /** A data page of version 1. */
    public EncodedPage dataPage(DataPageContent page) {
        return dataPage(page, null, 0);
    }

    /**
     * A data page of version 1, perhaps encrypted.
     *
     * @param encryptor null if it is not to be encrypted
     * @param ordinal of the page among the data pages of its chunk
     * @throws io.pq2.exception.InvalidDataException if it is encrypted and the format has no AAD for that ordinal
     */
    public EncodedPage dataPage(DataPageContent page, ChunkEncryptor encryptor, int ordinal) {
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

    /** A data page of version 2. */
    public EncodedPage dataPageV2(DataPageContent page) {
        int levels = page.repetitionLength() + page.definitionLength();
        reserveCompressed(levels);
        if (page.repetitionLevels() != null) {
            System.arraycopy(page.repetitionLevels(), 0, compressed, 0, page.repetitionLength());
        }
        if (page.definitionLevels() != null) {
            System.arraycopy(page.definitionLevels(), 0, compressed, page.repetitionLength(), page.definitionLength());
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

    /** A page of version 2 whose levels are in {@link #compressed} already. */
    private EncodedPage dataPageV2(DataPageHeaderV2 special, int levels, byte[] values, int from, int length) {
        int valuesSize = length == 0 ? 0 : compress(values, from, length, levels);
        boolean smaller = !uncompressed && valuesSize < length;
        if (!smaller) {
            // Version 2 can say so where compression is of no use.
            reserveCompressed(levels + length);
            System.arraycopy(values, from, compressed, levels, length);
            valuesSize = length;
        }
        int size = levels + valuesSize;
        return write(PageHeader.of(special.withCompressed(smaller), levels + length, size, checksum(size)), size);
    }

    /** A page with another header, which must have the same {@code crc} and sizes. */
    EncodedPage withHeader(PageHeader pageHeader, byte[] stored, int from) {
        int size = pageHeader.compressedPageSize();
        reserveCompressed(size);
        System.arraycopy(stored, from, compressed, 0, size);
        return write(pageHeader, size);
    }

    /**
     * A page that another one becomes if it is compressed as this pageWriter does it: a data page of version 1 or a dictionary page.
     *
     * @param header the other one's
     * @param contents has its contents, decompressed, from {@code from} to {@code to}
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

    /** The same of a data page of version 2, whose levels, with those of repetition first, are the bytes from an index on. */
    EncodedPage recompressed(
            DataPageHeaderV2 special, byte[] levels, int levelsStart, byte[] values, int from, int to) {
        int length = special.repetitionLevelsByteLength() + special.definitionLevelsByteLength();
        reserveCompressed(length);
        System.arraycopy(levels, levelsStart, compressed, 0, length);
        return dataPageV2(special, length, values, from, to - from);
    }

    /** A dictionary page of {@code entries} entries in PLAIN encoding. */
    public EncodedPage dictionaryPage(byte[] values, int length, int entries) {
        return dictionaryPage(values, length, entries, null);
    }

    /**
     * The same, perhaps encrypted.
     *
     * @param encryptor null if it is not to be encrypted
     */
    public EncodedPage dictionaryPage(byte[] values, int length, int entries, ChunkEncryptor encryptor) {
        int size = compress(values, 0, length, 0);
        DictionaryPageHeader special = new DictionaryPageHeader(entries, Encoding.PLAIN, false);
        if (encryptor == null) {
            return write(PageHeader.of(special, length, size, checksum(size)), size);
        }
        int stored = encrypt(encryptor, ModuleType.DICTIONARY_PAGE, -1, size);
        PageHeader described = PageHeader.of(special, length, stored, checksum(encrypted, stored));
        return write(described, encryptor, ModuleType.DICTIONARY_PAGE_HEADER, -1);
    }

    /** How long a page's body of these bytes would be. */
    public int compressedSize(byte[] bytes, int length) {
        return uncompressed ? length : compress(bytes, 0, length, 0);
    }

    private static int putLevels(byte[] target, int at, byte[] levels, int length) {
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

    /** Compresses into {@link #compressed} from {@code at} on, keeping what is before; returns the number of bytes. */
    private int compress(byte[] bytes, int from, int length, int at) {
        reserveCompressed(Math.addExact(at, compressor.maxCompressedLength(length)));
        return compressor.compress(bytes, from, length, compressed, at);
    }

    private Integer checksum(int size) {
        return checksum(compressed, size);
    }

    private Integer checksum(byte[] bytes, int size) {
        if (!checksums) {
            return null;
        }
        crc.reset();
        crc.update(bytes, 0, size);
        return (int) crc.getValue();
    }

    /** Encrypts what was compressed into {@link #encrypted}; returns the number of bytes. */
    private int encrypt(ChunkEncryptor encryptor, ModuleType type, int ordinal, int size) {
        int length = encryptor.pageLength(size);
        if (encrypted.length < length) {
            encrypted = new byte[roomy(length)];
        }
        encryptor.page(type, ordinal, compressed, 0, size, encrypted, 0);
        return length;
    }

    /** An encrypted header, and behind it the page that was encrypted. */
    private EncodedPage write(PageHeader pageHeader, ChunkEncryptor encryptor, ModuleType type, int ordinal) {
        header.reset();
        PageHeaderWriter.write(pageHeader, header);
        byte[] module = encryptor.module(type, ordinal, header.buffer(), 0, header.size());
        int size = pageHeader.compressedPageSize();
        byte[] bytes = Arrays.copyOf(module, Math.addExact(module.length, size));
        System.arraycopy(encrypted, 0, bytes, module.length, size);
        return new EncodedPage(bytes, Math.addExact(module.length, pageHeader.uncompressedPageSize()));
    }

    private static int roomy(int length) {
        return (int) Math.max(length, Math.min(Integer.MAX_VALUE - 16, length * 5L / 4));
    }

    private EncodedPage write(PageHeader pageHeader, int size) {
        header.reset();
        PageHeaderWriter.write(pageHeader, header);
        byte[] bytes = Arrays.copyOf(header.buffer(), Math.addExact(header.size(), size));
        System.arraycopy(compressed, 0, bytes, header.size(), size);
        return new EncodedPage(bytes, Math.addExact(header.size(), pageHeader.uncompressedPageSize()));
    }

    private byte[] reserveBody(int length) {
        if (body.length < length) {
            body = new byte[roomy(length)];
        }
        return body;
    }

    private void reserveCompressed(int length) {
        if (compressed.length < length) {
            compressed = Arrays.copyOf(compressed, roomy(length));
        }
    }

    /** How many bytes are kept for the next page. */
    public long memoryBytes() {
        return (long) body.length + compressed.length + encrypted.length;
    }

    /** Frees the memory that is kept for the next page. */
    public void releaseMemory() {
        body = new byte[0];
        compressed = new byte[0];
        encrypted = new byte[0];
    }

    /** Frees what the codec holds. */
    @Override
    public void close() {
        compressor.close();
    }
}
