/** A Hadoop cluster in one process: HDFS with three datanodes and, if it is asked for, YARN with MapReduce. */
package io.pq2.it.cluster;
