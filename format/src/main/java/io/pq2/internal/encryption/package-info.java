/**
 * Encrypts and decrypts the modules of Parquet files (Encryption.md, sections 4 and 5) with AES in GCM and CTR mode.
 *
 * <p>The grammar of modules and AADs is in the comment of {@link io.pq2.encryption}. The keys of the public properties
 * are readable only in this package.
 */
@NullMarked
package io.pq2.internal.encryption;

import org.jspecify.annotations.NullMarked;
