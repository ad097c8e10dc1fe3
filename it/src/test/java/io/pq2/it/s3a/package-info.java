/**
 * pq2 on S3A, the S3 file system of Hadoop, against S3Proxy, which answers as S3 does and keeps objects in a folder. The tests talk to it
 * through {@link io.pq2.it.s3a.FaultyProxy}, which counts requests and makes some fail.
 */
package io.pq2.it.s3a;
