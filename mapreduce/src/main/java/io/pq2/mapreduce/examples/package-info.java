/** MapReduce jobs to learn from and to run, each one class; README.md has their command lines. */
package io.pq2.mapreduce.examples;
