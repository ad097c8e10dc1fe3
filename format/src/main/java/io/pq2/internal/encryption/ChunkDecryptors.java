package io.pq2.internal.encryption;

import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.schema.Column;
import java.util.HashMap;
import java.util.Map;

/** Creates the decryptors of column chunks for one thread. Chunks with the same key share ciphers. */
public final class ChunkDecryptors {

    private final Map<ModuleKey, ModuleDecryptor> byKey = new HashMap<>();

    /**
     * Returns the decryptor of a column chunk.
     *
     * @param file the decryptor of the file
     * @param rowGroup the ordinal of the row group
     * @throws io.pq2.exception.KeyDeniedException if there is no key
     */
    public ChunkDecryptor of(FileDecryptor file, int rowGroup, Column column, ColumnCryptoMetaData crypto) {
        ModuleDecryptor decryptor = byKey.computeIfAbsent(file.key(rowGroup, column, crypto), file::moduleDecryptor);
        return file.chunk(decryptor, rowGroup, column);
    }
}
