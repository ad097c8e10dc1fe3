/**
 * Encrypted files beside the same without, by pq2 and parquet-java: what writes and scans take.
 */
package io.pq2.bench.encrypt;
