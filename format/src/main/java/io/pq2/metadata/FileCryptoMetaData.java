package io.pq2.metadata;

/**
 * What stands before an encrypted footer.
 *
 * @param encryptionAlgorithm how the modules of the file are encrypted
 * @param keyMetadata what helps to retrieve the footer key
 */
public record FileCryptoMetaData(EncryptionAlgorithm encryptionAlgorithm, byte[] keyMetadata) {}
