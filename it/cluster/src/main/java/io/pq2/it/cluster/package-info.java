/** A Hadoop cluster in one process: HDFS with three datanodes and, on request, YARN with MapReduce. */
package io.pq2.it.cluster;
