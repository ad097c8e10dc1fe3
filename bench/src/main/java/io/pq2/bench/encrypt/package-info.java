/** Compares writes and scans of encrypted and unencrypted files, with pq2 and parquet-java. */
package io.pq2.bench.encrypt;
