package io.pq2.spark

import org.apache.spark.sql.functions.{col, not}

/** Lists of thousands of constants select the rows of the built-in source, for each way in which values are stored. */
class LongInListSpec extends SparkSpec {

  private val columns = Seq(
    "decimal(20, 2)" -> "CAST(id AS DECIMAL(20, 2)) - 5000",
    "decimal(38, 10)" -> "CAST(id AS DECIMAL(38, 10)) * 1000000000000000 - 5000",
    "timestamp" -> "timestamp_micros((id - 5000) * 86399000001)",
    "bigint" -> "(id - 5000) * 7919",
    "double" -> "IF(id % 10 = 0, DOUBLE('NaN'), (id - 5000) / 8.0D)",
    "string" -> "concat('text ', id)",
    "date" -> "date_add(DATE'1500-01-01', CAST(id AS INT))"
  )

  private lazy val paths = Seq("pq2", "parquet").map { format =>
    val path = newPath("lists")
    // The built-in source writes INT96.
    withConf("spark.sql.parquet.outputTimestampType" -> "INT96") {
      spark.range(0, 10000, 1, 1).selectExpr(columns.map { case (name, value) => s"$value AS `$name`" } :+ "id": _*)
        .write.option("parquet.block.row.count.limit", "3000").format(format).save(path)
    }
    path
  }

  for (((name, value), index) <- columns.zipWithIndex)
    test(s"$name") {
      // Each third value of the second half, and as many that no row has.
      val constants = spark.range(5000, 20000, 3).selectExpr(value).collect().map(_.get(0))
      val in = col(s"`$name`").isin(constants.toIndexedSeq: _*)
      for (path <- paths; condition <- Seq(in, not(in))) {
        val read = if (index % 2 == 0) pq2 _ else pq2V1 _
        val expected = withConf("spark.sql.parquet.filterPushdown" -> "false") {
          SparkSpec.sorted(builtIn(path).where(condition).select("id").collect())
        }
        assert(expected.size > 1600)
        assert(SparkSpec.sorted(read(path).where(condition).select("id").collect()) === expected)
      }
    }
}
