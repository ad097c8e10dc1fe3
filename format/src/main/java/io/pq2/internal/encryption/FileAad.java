package io.pq2.internal.encryption;

import java.util.Arrays;

/** The additional authenticated data of a file's modules (Encryption.md, 4.4): what ties each of them to its place. */
public final class FileAad {

    /** The greatest ordinal of a row group, a column or a page. */
    public static final int MOST = Short.MAX_VALUE;

    private final byte[] file;

    /**
     * @param prefix the user's name for the file, null for none
     * @param unique what tells files without prefix apart, null for nothing
     */
    public FileAad(byte[] prefix, byte[] unique) {
        byte[] first = prefix == null ? new byte[0] : prefix;
        byte[] second = unique == null ? new byte[0] : unique;
        file = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, file, first.length, second.length);
    }

    /** That of the footer. */
    byte[] footer() {
        return start(ModuleType.FOOTER, 1);
    }

    /**
     * That of a module of a column chunk.
     *
     * @param page the ordinal of the data page, ignored by other modules
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
