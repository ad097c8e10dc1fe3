package io.pq2.metadata;

/** The column chunk is encrypted with the footer key. */
public record EncryptionWithFooterKey() implements ColumnCryptoMetaData {}
