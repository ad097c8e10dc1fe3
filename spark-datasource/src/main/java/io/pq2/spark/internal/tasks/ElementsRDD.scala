package io.pq2.spark.internal.tasks

import scala.reflect.ClassTag

import org.apache.spark.rdd.RDD
import org.apache.spark.{Partition, SparkContext, TaskContext}

/** Elements of a sequence, divided among the tasks of a job of pq2.
  *
  * Spark's own RDD for a sequence sends the elements in a Scala collection. An executor without the jar of pq2 then
  * fails because it cannot assign the serialized form of the collection to a field of Spark. The partition of this RDD
  * is the first that an executor reads of a task, so the error names the class that is missing.
  *
  * @param tasks the number of tasks
  */
final private[spark] class ElementsRDD[T <: AnyRef: ClassTag](
    driver: SparkContext,
    @transient private val elements: Seq[T],
    tasks: Int
) extends RDD[T](driver, Nil) {

  override protected def getPartitions: Array[Partition] = {
    val all = elements.toArray
    def start(index: Int): Int = (index.toLong * all.length / tasks).toInt
    Array.tabulate(tasks)(index => new Elements(index, all.slice(start(index), start(index + 1))))
  }

  override def compute(partition: Partition, context: TaskContext): Iterator[T] =
    partition.asInstanceOf[Elements[T]].values.iterator
}

/** The elements of a task. */
final private class Elements[T](override val index: Int, val values: Array[T]) extends Partition
