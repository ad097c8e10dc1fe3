package io.pq2.spark.internal.tasks

import scala.reflect.ClassTag

import org.apache.spark.rdd.RDD

/** The work of tasks on the rows or batches of a partition. All functions that pq2 itself sends to executors are named
  * classes, and no lambdas:
  *
  *   - If an executor does not have the jar of pq2, the missing class that Java names says what the function does. A
  *     lambda is a `SerializedLambda` in the error, or has the name of a class that may do many things.
  *   - Spark reads class files to inspect a lambda, which takes milliseconds for each job.
  *
  * @tparam I what a task receives
  * @tparam O what a task returns
  */
abstract private[spark] class TaskFunction[I, O] extends (Iterator[I] => Iterator[O]) with Serializable {

  /** Returns the results for the partitions of an RDD. */
  final def on(partitions: RDD[I])(implicit results: ClassTag[O]): RDD[O] = partitions.mapPartitions(this)
}
