package io.pq2.internal.write.options;

import io.pq2.write.DataPageVersion;
import org.jspecify.annotations.Nullable;

/**
 * The size and form of pages.
 *
 * @param bytes the maximum uncompressed size of a data page, in bytes, as set by the user; absent to use a default that
 *     depends on encryption
 * @param rows the maximum number of rows of a data page
 * @param version the kind of data pages of columns that are not encrypted
 * @param checksums whether page headers carry a CRC-32
 */
public record PageOptions(@Nullable Integer bytes, int rows, DataPageVersion version, boolean checksums) {

    /** The default size in bytes. */
    public static final int DEFAULT_BYTES = 1 << 20;

    /**
     * The default size in bytes for encrypted columns. Readers that use the AES of the JDK decrypt longer pages slowly.
     */
    public static final int DEFAULT_ENCRYPTED_BYTES = 128 << 10;

    /** The default size, 20,000 rows, version 1, with checksums. */
    public static final PageOptions DEFAULT = new PageOptions(null, 20_000, DataPageVersion.V1, true);

    /** Returns these options with another maximum size, in bytes. */
    public PageOptions withBytes(int value) {
        return new PageOptions(value, rows, version, checksums);
    }

    /** Returns these options with another maximum number of rows. */
    public PageOptions withRows(int value) {
        return new PageOptions(bytes, value, version, checksums);
    }

    /** Returns these options with another kind of data pages. */
    public PageOptions withVersion(DataPageVersion value) {
        return new PageOptions(bytes, rows, value, checksums);
    }

    /** Returns these options with or without checksums. */
    public PageOptions withChecksums(boolean value) {
        return new PageOptions(bytes, rows, version, value);
    }

    /** Returns the maximum uncompressed size of a data page, in bytes. */
    public int bytes(boolean encrypted) {
        return bytes != null ? bytes : encrypted ? DEFAULT_ENCRYPTED_BYTES : DEFAULT_BYTES;
    }

    /**
     * Returns the kind of data pages. Encrypted columns always have version 1: implementations disagree whether the
     * levels of encrypted pages of version 2 are encrypted, and parquet-java leaves them in plain text.
     */
    public DataPageVersion version(boolean encrypted) {
        return encrypted ? DataPageVersion.V1 : version;
    }
}
