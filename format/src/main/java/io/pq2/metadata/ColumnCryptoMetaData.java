package io.pq2.metadata;

/** With which key a column chunk is encrypted ({@code ColumnCryptoMetaData} of parquet.thrift; see Encryption.md). */
public sealed interface ColumnCryptoMetaData
        permits EncryptionWithFooterKey, EncryptionWithColumnKey, ColumnCryptoMetaData.Unrecognized {

    /** A member of the union that this version does not know: the column cannot be read. */
    record Unrecognized(int fieldId) implements ColumnCryptoMetaData {}
}
