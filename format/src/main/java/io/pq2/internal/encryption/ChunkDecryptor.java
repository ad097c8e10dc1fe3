package io.pq2.internal.encryption;

import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;

/**
 * Decrypts the modules of a column chunk. Not thread-safe.
 *
 * <p>For a module that is not authentic it throws a {@link TamperedFileException} that names the module, and returns no
 * plaintext.
 */
public final class ChunkDecryptor {

    private final ModuleDecryptor decryptor;
    private final FileAad aad;
    private final boolean ctrPages;
    private final FileLocation location;
    private final int column;

    /**
     * @param ctrPages whether pages are encrypted with CTR
     * @param location the column chunk
     * @param column the index of the column
     * @throws UnsupportedFeatureException if the format has no AAD for the row group or column because its ordinal is
     *     too large
     */
    ChunkDecryptor(ModuleDecryptor decryptor, FileAad aad, boolean ctrPages, FileLocation location, int column) {
        this.decryptor = decryptor;
        this.aad = aad;
        this.ctrPages = ctrPages;
        this.location = location;
        this.column = column;
        if (location.rowGroup() > FileAad.MAX_ORDINAL || column > FileAad.MAX_ORDINAL) {
            throw new UnsupportedFeatureException("encrypted row groups and columns with an ordinal above "
                            + FileAad.MAX_ORDINAL + ", for which the format has no AAD")
                    .locate(location);
        }
    }

    /**
     * Returns the length of a GCM module in bytes, including its length field, after checking it against the available
     * bytes.
     *
     * @param start the index of the module
     * @param available the number of bytes from there on
     * @param page the ordinal of the data page, -1 if the module does not belong to one
     * @param offset the offset of the module from the start of the file
     */
    public int length(ModuleType type, byte[] bytes, int start, long available, int page, long offset) {
        int length = available < ModuleLayout.LENGTH ? -1 : ModuleLayout.length(bytes, start);
        if (length < ModuleLayout.NONCE + ModuleLayout.TAG || length > available - ModuleLayout.LENGTH) {
            throw tampered(
                    type,
                    page,
                    offset,
                    "its length is " + length + " but " + (available - ModuleLayout.LENGTH) + " bytes are available");
        }
        return ModuleLayout.LENGTH + length;
    }

    /**
     * Decrypts a module other than a page.
     *
     * @param start the index of the module
     * @param end the index after the module
     * @param page the ordinal of the data page, -1 if the module does not belong to one
     * @param offset the offset of the module from the start of the file
     * @return the plaintext, a new array
     */
    public byte[] open(ModuleType type, byte[] bytes, int start, int end, int page, long offset) {
        int length = length(type, bytes, start, end - start, page, offset);
        if (length != end - start) {
            throw tampered(type, page, offset, "it has " + length + " bytes instead of " + (end - start));
        }
        byte[] plain = new byte[length - ModuleLayout.GCM_OVERHEAD];
        gcm(type, bytes, start, plain.length, plain, 0, page, offset);
        return plain;
    }

    private void gcm(ModuleType type, byte[] bytes, int start, int length, byte[] out, int at, int page, long offset) {
        byte[] moduleAad = aad.module(type, location.rowGroup(), column, page);
        if (!decryptor.gcm(bytes, start + ModuleLayout.LENGTH, length, moduleAad, out, at)) {
            throw tampered(type, page, offset, "its tag does not match its bytes and its place in the file");
        }
    }

    /** Returns the number of bytes that encryption adds to a page. */
    public int pageOverhead() {
        return ctrPages ? ModuleLayout.CTR_OVERHEAD : ModuleLayout.GCM_OVERHEAD;
    }

    /** Whether the length field at an index fits an encrypted page of this length in bytes. */
    public boolean isPage(byte[] bytes, int start, int length) {
        return length >= pageOverhead() && ModuleLayout.length(bytes, start) == length - ModuleLayout.LENGTH;
    }

    /**
     * Decrypts a page into {@code length - }{@link #pageOverhead} bytes. Pages of files with AES_GCM_CTR_V1 are not
     * authenticated.
     *
     * @param type DATA_PAGE or DICTIONARY_PAGE
     * @param page the ordinal of the data page, -1 for the dictionary page
     * @param offset the offset of the page header from the start of the file, for messages
     */
    public void page(ModuleType type, byte[] bytes, int start, int length, byte[] out, int at, int page, long offset) {
        if (page > FileAad.MAX_ORDINAL) {
            throw new UnsupportedFeatureException("encrypted data pages with an ordinal above " + FileAad.MAX_ORDINAL
                            + " in a column chunk, for which the format has no AAD")
                    .locate(at(page, offset));
        }
        if (!isPage(bytes, start, length)) {
            throw tampered(
                    type, page, offset, "its length does not match the " + length + " bytes that its header announces");
        }
        int plain = length - pageOverhead();
        if (ctrPages) {
            decryptor.ctr(bytes, start + ModuleLayout.LENGTH, plain, out, at);
        } else {
            gcm(type, bytes, start, plain, out, at, page, offset);
        }
    }

    private FileLocation at(int page, long offset) {
        return new FileLocation(location.file(), location.rowGroup(), location.column(), page, offset);
    }

    private TamperedFileException tampered(ModuleType type, int page, long offset, String finding) {
        return new TamperedFileException(
                at(page, offset),
                "the " + type + " was changed, replaced or damaged: " + finding
                        + "; get the file from its source again");
    }
}
