/**
 * Tools for the encryption keys of tables.
 *
 * <p>{@link io.pq2.hadoop.keys.EncryptionAudit} lists the encryption of files and their columns, with the master keys.
 * {@link io.pq2.hadoop.keys.KeyRotation} wraps the keys of files again, under newer versions of their master keys or
 * under other master keys, without decrypting data.
 */
@NullMarked
package io.pq2.hadoop.keys;

import org.jspecify.annotations.NullMarked;
