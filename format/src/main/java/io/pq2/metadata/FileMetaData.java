package io.pq2.metadata;

import java.util.List;

/**
 * What a file says about itself: the footer.
 *
 * @param version 1 or 2, which mean the same
 * @param schema the schema tree, depth first
 * @param numRows rows in the file
 * @param rowGroups the row groups in the order of the rows
 * @param keyValueMetadata what applications say about the file
 * @param createdBy the application that wrote the file, such as {@code parquet-mr version 1.13.1 (build db4183109d5b)}
 * @param columnOrders the order of the bounds of each leaf column; without it {@code min_value} and {@code max_value}
 *     mean nothing
 * @param encryptionAlgorithm encrypted files with a plaintext footer only
 * @param footerSigningKeyMetadata encrypted files with a plaintext footer only: what helps to retrieve the key that
 *     signed the footer
 */
public record FileMetaData(
        int version,
        List<SchemaElement> schema,
        long numRows,
        List<RowGroup> rowGroups,
        List<KeyValue> keyValueMetadata,
        String createdBy,
        List<ColumnOrder> columnOrders,
        EncryptionAlgorithm encryptionAlgorithm,
        byte[] footerSigningKeyMetadata) {

    public FileMetaData {
        schema = List.copyOf(schema);
        rowGroups = List.copyOf(rowGroups);
        keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
        columnOrders = columnOrders == null ? null : List.copyOf(columnOrders);
    }

    /** The value that goes with a key of {@code keyValueMetadata}, null if the key or its value is not there. */
    public String keyValue(String key) {
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
