package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The unencrypted metadata before an encrypted footer (Encryption.md).
 *
 * @param encryptionAlgorithm encryption algorithm of the file
 * @param keyMetadata key metadata of the footer key
 */
public record FileCryptoMetaData(EncryptionAlgorithm encryptionAlgorithm, byte @Nullable [] keyMetadata) {}
