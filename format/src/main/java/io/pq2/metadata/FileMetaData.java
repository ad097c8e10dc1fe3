package io.pq2.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The footer of a file.
 *
 * @param version 1 or 2, which have the same meaning
 * @param schema schema tree, depth first
 * @param numRows number of rows
 * @param rowGroups row groups in the order of the rows
 * @param keyValueMetadata key-value metadata of the file
 * @param createdBy application that wrote the file, for example {@code parquet-mr version 1.13.1 (build
 *     db4183109d5b)}
 * @param columnOrders order of min and max of each leaf column; if absent, {@code min_value} and {@code max_value}
 *     have no meaning
 * @param encryptionAlgorithm for encrypted files with a plaintext footer
 * @param footerSigningKeyMetadata for encrypted files with a plaintext footer: key metadata of the key that signed
 *     the footer
 */
public record FileMetaData(
        int version,
        List<SchemaElement> schema,
        long numRows,
        List<RowGroup> rowGroups,
        @Nullable List<KeyValue> keyValueMetadata,
        @Nullable String createdBy,
        @Nullable List<ColumnOrder> columnOrders,
        @Nullable EncryptionAlgorithm encryptionAlgorithm,
        byte @Nullable [] footerSigningKeyMetadata) {

    public FileMetaData {
        schema = List.copyOf(schema);
        rowGroups = List.copyOf(rowGroups);
        keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
        columnOrders = columnOrders == null ? null : List.copyOf(columnOrders);
    }

    /** Returns the value of a key of {@code keyValueMetadata}, or null if the key or its value is absent. */
    public @Nullable String keyValue(String key) {
        if (keyValueMetadata != null) {
            for (KeyValue entry : keyValueMetadata) {
                if (entry.key().equals(key)) {
                    return entry.value();
                }
            }
        }
        return null;
    }
}
