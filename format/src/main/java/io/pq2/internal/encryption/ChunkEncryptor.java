package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;

/** Encrypts the modules of a column, row group after row group. Used by one thread at a time. */
public final class ChunkEncryptor {

    private final ModuleEncryptor encryptor;
    private final FileAad aad;
    private final boolean ctrPages;
    private final Column column;
    private int rowGroup;

    ChunkEncryptor(ModuleEncryptor encryptor, FileAad aad, boolean ctrPages, Column column) {
        this.encryptor = encryptor;
        this.aad = aad;
        this.ctrPages = ctrPages;
        this.column = column;
    }

    /** Goes to a row group. If the format has no AAD for it, encrypting something there is refused. */
    public void rowGroup(int ordinal) {
        rowGroup = ordinal;
    }

    /** How many bytes a page has in the file. */
    public int pageLength(int plain) {
        return Math.addExact(plain, ctrPages ? Module.CTR_OVERHEAD : Module.GCM_OVERHEAD);
    }

    /**
     * Encrypts a page into {@link #pageLength} bytes.
     *
     * @param type DATA_PAGE or DICTIONARY_PAGE
     * @param page the ordinal of the data page, -1 for the dictionary
     * @throws InvalidDataException if there are more row groups, or pages in this one, than the format has AADs for
     */
    public void page(ModuleType type, int page, byte[] plain, int from, int length, byte[] out, int at) {
        check(page);
        if (ctrPages) {
            encryptor.ctr(plain, from, length, out, at);
        } else {
            encryptor.gcm(plain, from, length, aad.module(type, rowGroup, column.index(), page), out, at);
        }
    }

    private void check(int page) {
        if (rowGroup > FileAad.MOST) {
            throw new InvalidDataException("column " + column.dottedPath() + ": an encrypted file has at most "
                    + (FileAad.MOST + 1) + " row groups; make them larger, or write another file");
        }
        if (page > FileAad.MOST) {
            throw new InvalidDataException("column " + column.dottedPath() + ", row group " + rowGroup
                    + ": an encrypted column chunk has at most " + (FileAad.MOST + 1)
                    + " data pages; make pages larger or row groups smaller");
        }
    }

    /**
     * A module that is no page as it stands in the file.
     *
     * @param page the ordinal of the data page whose header it is, -1 for other modules
     */
    public byte[] module(ModuleType type, int page, byte[] plain, int from, int length) {
        check(page);
        byte[] module = new byte[Math.addExact(length, Module.GCM_OVERHEAD)];
        encryptor.gcm(plain, from, length, aad.module(type, rowGroup, column.index(), page), module, 0);
        return module;
    }
}
