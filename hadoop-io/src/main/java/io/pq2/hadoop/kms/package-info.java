/**
 * Clients of key management services (KMS).
 *
 * <p>{@link io.pq2.hadoop.kms.HadoopKmsClient} uses a Hadoop KMS, {@link io.pq2.hadoop.kms.VaultKmsClient} the transit
 * engine of HashiCorp Vault, and {@link io.pq2.hadoop.kms.KeyFileKmsClient} a local file of keys, for tests and for a
 * single user.
 *
 * <p>Calls that are not answered are retried within the limits of {@link io.pq2.hadoop.kms.KmsOptions}; denied calls
 * are not retried. The errors are {@link io.pq2.exception.KmsUnavailableException},
 * {@link io.pq2.exception.KmsDeniedException} and {@link io.pq2.exception.UnknownMasterKeyException}.
 */
@NullMarked
package io.pq2.hadoop.kms;

import org.jspecify.annotations.NullMarked;
