package io.pq2.spark

import scala.util.{Failure, Success, Try}

import io.pq2.variant.Variant
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** A file of objects, and what tests of the fields of variants read and count. */
abstract class VariantFieldTests extends VariantTests with AdaptiveSparkPlanHelper {

  protected val pushing = Seq(
    "spark.sql.variant.pushVariantIntoScan" -> "true",
    // Spark 4.0 does not read shredded variants by default.
    "spark.sql.variant.allowReadingShredded" -> "true",
    "spark.sql.caseSensitive" -> "true"
  )

  /** Returns sorted rows, or the condition of the error. */
  protected def outcome(frame: => DataFrame): Either[String, Seq[String]] =
    Try(SparkSpec.sorted(frame.collect())) match {
      case Success(rows)  => Right(rows)
      case Failure(error) => Left(SparkSpec.conditions(error).lastOption.getOrElse(throw error))
    }

  /** The path of a file of 3,000 objects. One `big` is no INT, and one in a hundred `mixed` is a string. */
  protected lazy val events: String = file(
    (0 until 3000).map { id =>
      val mixed = if (id % 100 == 7) "\"text\"" else s"${id % 5}"
      val big = if (id == 1500) "3000000000" else s"$id"
      s"""{"id": $id, "big": $big, "kind": "k${id / 1000}", "mixed": $mixed, "at": {"lat": $id.5, "on": "2024-01-01"},
         |"items": [{"n": $id}, {"n": null}], "rest": {"deep": [$id]}}""".stripMargin
    }.map(Variant.parseJson),
    "{id: int64, big: int64, kind: string, mixed: int64, at: {lat: decimal(18, 1)}, items: [{n: int64}]}"
  )

  protected def scan(frame: DataFrame): SparkPlan = collectLeaves(frame.queryExecution.executedPlan).head

  /** Runs a query, and returns what its scan counted. */
  protected def countAfterRun(frame: DataFrame, counter: String): Long = {
    frame.collect()
    scan(frame).metrics(counter).value
  }

  /** Returns the result of a query of the view `events`, which shows the source. */
  protected def aggregated(source: DataFrame)(query: String): DataFrame = {
    source.createOrReplaceTempView("events")
    try spark.sql(query)
    finally spark.catalog.dropTempView("events")
  }
}
