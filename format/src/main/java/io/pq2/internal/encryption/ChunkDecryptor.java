package io.pq2.internal.encryption;

import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;

/**
 * Decrypts the modules of a column chunk. Used by one thread at a time.
 *
 * <p>What is not authentic ends in a {@link TamperedFileException} that names the module, and nothing of it comes out.
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
     */
    ChunkDecryptor(ModuleDecryptor decryptor, FileAad aad, boolean ctrPages, FileLocation location, int column) {
        this.decryptor = decryptor;
        this.aad = aad;
        this.ctrPages = ctrPages;
        this.location = location;
        this.column = column;
        if (location.rowGroup() > FileAad.MOST || column > FileAad.MOST) {
            throw new UnsupportedFeatureException("encrypted row groups and columns beyond the " + FileAad.MOST
                            + "th, for which the format has no AAD")
                    .locate(location);
        }
    }

    /**
     * How many bytes a GCM module has, its length included, which is checked against those that there are.
     *
     * @param start where the module begins
     * @param available how many bytes there are from there on
     * @param page the ordinal of the data page, -1 if it is none
     * @param offset of the module from the start of the file
     */
    public int length(ModuleType type, byte[] bytes, int start, long available, int page, long offset) {
        int length = available < Module.LENGTH ? -1 : Module.length(bytes, start);
        if (length < Module.NONCE + Module.TAG || length > available - Module.LENGTH) {
            throw tampered(
                    type,
                    page,
                    offset,
                    "its length is given as " + length + " where there are " + (available - Module.LENGTH) + " bytes");
        }
        return Module.LENGTH + length;
    }

    /**
     * Decrypts a module that is no page.
     *
     * @param start where it begins
     * @param end where it ends
     * @param page the ordinal of the data page, -1 if it is none
     * @param offset of the module from the start of the file
     * @return the plaintext
     */
    public byte[] open(ModuleType type, byte[] bytes, int start, int end, int page, long offset) {
        int length = length(type, bytes, start, end - start, page, offset);
        if (length != end - start) {
            throw tampered(type, page, offset, "it has " + length + " bytes where there are to be " + (end - start));
        }
        byte[] plain = new byte[length - Module.GCM_OVERHEAD];
        gcm(type, bytes, start, plain.length, plain, 0, page, offset);
        return plain;
    }

    private void gcm(ModuleType type, byte[] bytes, int start, int length, byte[] out, int at, int page, long offset) {
        byte[] moduleAad = aad.module(type, location.rowGroup(), column, page);
        if (!decryptor.gcm(bytes, start + Module.LENGTH, length, moduleAad, out, at)) {
            throw tampered(type, page, offset, "its tag does not fit its bytes and its place");
        }
    }

    /** Bytes that encryption adds to a page. */
    public int pageOverhead() {
        return ctrPages ? Module.CTR_OVERHEAD : Module.GCM_OVERHEAD;
    }

    /** Whether a page, or a part of one, with that many bytes begins at an index, as far as its length tells. */
    public boolean isPage(byte[] bytes, int start, int length) {
        return length >= pageOverhead() && Module.length(bytes, start) == length - Module.LENGTH;
    }

    /**
     * Decrypts a page, which {@code length - }{@link #pageOverhead} bytes come out of. In files encrypted with AES_GCM_CTR_V1 pages are not
     * authenticated.
     *
     * @param type DATA_PAGE or DICTIONARY_PAGE
     * @param page the ordinal of the data page, -1 for the dictionary
     * @param offset of the page's header, for messages
     */
    public void page(ModuleType type, byte[] bytes, int start, int length, byte[] out, int at, int page, long offset) {
        if (page > FileAad.MOST) {
            throw new UnsupportedFeatureException("encrypted data pages beyond the " + FileAad.MOST
                            + "th of a column chunk, for which the format has no AAD")
                    .locate(at(page, offset));
        }
        if (!isPage(bytes, start, length)) {
            throw tampered(
                    type, page, offset, "its length does not fit the " + length + " bytes that its header announces");
        }
        int plain = length - pageOverhead();
        if (ctrPages) {
            decryptor.ctr(bytes, start + Module.LENGTH, plain, out, at);
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
                "the " + type + " was changed, exchanged or damaged: " + finding
                        + "; get the file from its source again");
    }
}
