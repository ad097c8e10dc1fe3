/**
 * Tests pq2 on S3A, Hadoop's file system for S3, against S3Proxy, an S3 server that stores objects in a folder. {@link
 * io.pq2.it.s3a.FaultyProxy} forwards the requests, counts them and makes some fail.
 */
package io.pq2.it.s3a;
