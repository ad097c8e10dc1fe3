package io.pq2.metadata;

import java.util.List;

/**
 * The column chunk is encrypted with a key of its own.
 *
 * @param pathInSchema names from below the root to the leaf
 * @param keyMetadata what helps to retrieve the key
 */
public record EncryptionWithColumnKey(List<String> pathInSchema, byte[] keyMetadata) implements ColumnCryptoMetaData {

    public EncryptionWithColumnKey {
        pathInSchema = List.copyOf(pathInSchema);
    }
}
