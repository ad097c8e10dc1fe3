package io.pq2.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The column chunk is encrypted with a column key.
 *
 * @param pathInSchema names from the top-level field to the leaf
 * @param keyMetadata key metadata of the column key
 */
public record EncryptionWithColumnKey(List<String> pathInSchema, byte @Nullable [] keyMetadata)
        implements ColumnCryptoMetaData {

    public EncryptionWithColumnKey {
        pathInSchema = List.copyOf(pathInSchema);
    }
}
