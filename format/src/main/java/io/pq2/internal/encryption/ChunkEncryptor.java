package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;

/** Encrypts the modules of one column, row group after row group. Not thread-safe. */
public final class ChunkEncryptor {

    private final ModuleEncryptor encryptor;
    private final FileAad aad;
    private final boolean ctrPages;
    private final Column column;
    private int rowGroup;

    /** @param ctrPages whether pages are encrypted with CTR */
    ChunkEncryptor(ModuleEncryptor encryptor, FileAad aad, boolean ctrPages, Column column) {
        this.encryptor = encryptor;
        this.aad = aad;
        this.ctrPages = ctrPages;
        this.column = column;
    }

    /** Sets the ordinal of the row group that the next modules belong to. */
    public void rowGroup(int ordinal) {
        rowGroup = ordinal;
    }

    /** Returns the length of an encrypted page in bytes. */
    public int pageLength(int plain) {
        return Math.addExact(plain, ctrPages ? ModuleLayout.CTR_OVERHEAD : ModuleLayout.GCM_OVERHEAD);
    }

    /**
     * Encrypts a page into {@link #pageLength} bytes.
     *
     * @param type DATA_PAGE or DICTIONARY_PAGE
     * @param page the ordinal of the data page, -1 for the dictionary page
     * @throws InvalidDataException if the format has no AAD for the row group or the page because its ordinal is too
     *     large
     */
    public void page(ModuleType type, int page, byte[] plain, int from, int length, byte[] out, int at) {
        checkOrdinals(page);
        if (ctrPages) {
            encryptor.ctr(plain, from, length, out, at);
        } else {
            encryptor.gcm(plain, from, length, aad.module(type, rowGroup, column.index(), page), out, at);
        }
    }

    private void checkOrdinals(int page) {
        if (rowGroup > FileAad.MAX_ORDINAL) {
            throw new InvalidDataException("column " + column.dottedPath() + ": an encrypted file has at most "
                    + (FileAad.MAX_ORDINAL + 1) + " row groups; write larger row groups or another file");
        }
        if (page > FileAad.MAX_ORDINAL) {
            throw new InvalidDataException("column " + column.dottedPath() + ", row group " + rowGroup
                    + ": an encrypted column chunk has at most " + (FileAad.MAX_ORDINAL + 1)
                    + " data pages; write larger pages or smaller row groups");
        }
    }

    /**
     * Returns the GCM module of anything but a page.
     *
     * @param page the ordinal of the data page for a data page header, otherwise -1
     * @throws InvalidDataException as {@link #page}
     */
    public byte[] module(ModuleType type, int page, byte[] plain, int from, int length) {
        checkOrdinals(page);
        byte[] module = new byte[Math.addExact(length, ModuleLayout.GCM_OVERHEAD)];
        encryptor.gcm(plain, from, length, aad.module(type, rowGroup, column.index(), page), module, 0);
        return module;
    }
}
