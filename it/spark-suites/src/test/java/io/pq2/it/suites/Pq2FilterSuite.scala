package io.pq2.it.suites

import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.parquet.filter2.predicate.FilterPredicate
import org.apache.spark.SparkConf
import org.apache.spark.sql.catalyst.expressions.{Attribute, Predicate}
import org.apache.spark.sql.catalyst.optimizer.InferFiltersFromConstraints
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.execution.datasources.parquet.ParquetFilterSuite
import org.apache.spark.sql.execution.datasources.v2.ExtractV2Scan
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.{DataFrame, Row}

/** The tests of Spark's `ParquetV2FilterSuite` for the scans of pq2. That suite checks a filter only in Spark's
  * `ParquetScan`.
  */
class Pq2FilterSuite extends ParquetFilterSuite {
  override protected def sparkConf: SparkConf = super.sparkConf.set(SQLConf.USE_V1_SOURCE_LIST.key, "")

  /** Checks that a predicate is pushed down, and that the scan alone returns exactly the rows for which it holds.
    *
    * @param filterClass parquet-java's filter for the predicate, which pq2 does not have
    */
  override def checkFilterPredicate(
      df: DataFrame,
      predicate: Predicate,
      filterClass: Class[_ <: FilterPredicate],
      checker: (DataFrame, Seq[Row]) => Unit,
      expected: Seq[Row]
  ): Unit =
    withSQLConf(
      // Would add IsNotNull to the pushed filters.
      SQLConf.OPTIMIZER_EXCLUDED_RULES.key -> InferFiltersFromConstraints.ruleName,
      SQLConf.PARQUET_VECTORIZED_READER_ENABLED.key -> "false"
    ) {
      val columns = predicate.collect { case attribute: Attribute => attribute }.distinct
      val query = df.select(columns.map(Expressions.column(_)): _*).where(Expressions.column(predicate))
      val pushed = query.queryExecution.optimizedPlan.collectFirst {
        case PhysicalOperation(_, filters, ExtractV2Scan(scan: Pq2Scan)) =>
          assert(scan.pushedFilters.toSeq === filters.flatMap(Expressions.filter(_, conf)))
          scan.pushedFilters
      }
      assert(pushed.exists(_.nonEmpty), s"$predicate is not pushed down")
      checker(stripSparkFilter(query), expected)
    }
}
