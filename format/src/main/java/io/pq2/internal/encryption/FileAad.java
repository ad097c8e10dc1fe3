package io.pq2.internal.encryption;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds the additional authenticated data (AAD) of a file's modules (Encryption.md, section 4.4). The AAD ties a
 * module to its place in its file.
 */
public final class FileAad {

    /** The largest ordinal of a row group, a column or a page in an AAD. */
    public static final int MAX_ORDINAL = Short.MAX_VALUE;

    /**
     * The length of {@code aad_file_unique} in bytes. The format leaves it to the writer; all known ones store 8 bytes.
     */
    static final int UNIQUE_BYTES = 8;

    private final byte[] file;

    /**
     * @param prefix the user's identifier of the file, absent for none
     * @param unique the random {@code aad_file_unique} of the file, absent for none
     */
    FileAad(byte @Nullable [] prefix, byte @Nullable [] unique) {
        byte[] first = prefix == null ? new byte[0] : prefix;
        byte[] second = unique == null ? new byte[0] : unique;
        file = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, file, first.length, second.length);
    }

    /** Returns the AAD of the footer. */
    byte[] footer() {
        return start(ModuleType.FOOTER, 1);
    }

    /**
     * Returns the AAD of a module of a column chunk.
     *
     * @param rowGroup the ordinal of the row group
     * @param column the index of the column
     * @param page the ordinal of the data page; ignored for modules that do not belong to a data page
     */
    byte[] module(ModuleType type, int rowGroup, int column, int page) {
        byte[] aad = start(type, type.hasPage() ? 7 : 5);
        put(aad, file.length + 1, rowGroup);
        put(aad, file.length + 3, column);
        if (type.hasPage()) {
            put(aad, file.length + 5, page);
        }
        return aad;
    }

    private byte[] start(ModuleType type, int suffix) {
        byte[] aad = Arrays.copyOf(file, file.length + suffix);
        aad[file.length] = type.id();
        return aad;
    }

    private static void put(byte[] aad, int at, int ordinal) {
        aad[at] = (byte) ordinal;
        aad[at + 1] = (byte) (ordinal >> 8);
    }
}
