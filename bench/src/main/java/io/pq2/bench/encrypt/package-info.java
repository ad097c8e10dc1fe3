/** Compares writes and scans of encrypted and unencrypted files, with pq2 and parquet-java. */
@NullMarked
package io.pq2.bench.encrypt;

import org.jspecify.annotations.NullMarked;
