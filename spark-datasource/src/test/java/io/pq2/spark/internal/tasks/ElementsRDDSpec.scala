package io.pq2.spark.internal.tasks

import io.pq2.spark.SparkSpec

/** Divides elements among tasks. */
class ElementsRDDSpec extends SparkSpec {

  private def divided(elements: Int, tasks: Int): Seq[Seq[String]] =
    new ElementsRDD(spark.sparkContext, (1 to elements).map(_.toString), tasks).glom().collect().toSeq.map(_.toSeq)

  test("each element is in one task, in the order of the elements") {
    for (elements <- Seq(1, 3, 7, 8); tasks <- Seq(1, 2, 3, 8)) {
      val found = divided(elements, tasks)
      assert(found.size === tasks)
      assert(found.flatten === (1 to elements).map(_.toString))
      assert(found.map(_.size).max - found.map(_.size).min <= 1)
    }
  }

  test("tasks without elements return nothing") {
    assert(divided(0, 1) === Seq(Nil))
  }
}
