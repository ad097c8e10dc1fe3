/** Hadoop's services, started by the tests: HDFS and YARN, with failures that one can rely on to happen. */
package io.pq2.it.cluster;
