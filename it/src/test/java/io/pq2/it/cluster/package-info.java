/** Tests on HDFS and YARN, which run in a separate process, with failures of datanodes and tasks. */
package io.pq2.it.cluster;
