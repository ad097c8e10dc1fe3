/**
 * Clients of key management services: a Hadoop KMS ({@link io.pq2.hadoop.kms.HadoopKmsClient}), the transit engine of Vault ({@link
 * io.pq2.hadoop.kms.VaultKmsClient}), and, for tests and a single user, a file of keys ({@link io.pq2.hadoop.kms.KeyFileKmsClient}).
 *
 * <p>They are asked again while they do not answer ({@link io.pq2.hadoop.kms.KmsOptions}), and not when they refuse. Each way in which no key
 * comes has its exception: {@link io.pq2.exception.KmsUnavailableException}, {@link io.pq2.exception.KmsDeniedException}, {@link
 * io.pq2.exception.UnknownMasterKeyException}.
 */
package io.pq2.hadoop.kms;
