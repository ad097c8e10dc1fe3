package io.pq2.metadata;

/**
 * Pages are encrypted with AES-CTR, all other modules with AES-GCM.
 *
 * @param aadPrefix the prefix of all AADs, if the file stores it
 * @param aadFileUnique what makes the AADs of this file unlike those of any other
 * @param supplyAadPrefix whether readers must supply the prefix, because the file was written with one and does not
 *     store it
 */
public record AesGcmCtrV1(byte[] aadPrefix, byte[] aadFileUnique, Boolean supplyAadPrefix)
        implements EncryptionAlgorithm {}
