package io.pq2.it.hive

import org.apache.spark.sql.AnalysisException

/** Compacts tables of a Hive metastore by `CALL pq2.compact`, which sessions with Hive support find too. */
class HiveCompactionSpec extends HiveSpec {

  test("partitions of a Hive table") {
    try {
      spark.sql("CREATE TABLE compacted (id BIGINT, name STRING) PARTITIONED BY (part BIGINT) STORED AS PARQUET")
      for (_ <- 1 to 2)
        spark.sql("INSERT INTO compacted PARTITION (part) SELECT id, name, part FROM source_rows WHERE part < 2")
      spark.sql("ANALYZE TABLE compacted COMPUTE STATISTICS")
      val expected = rows("compacted")
      val statistics = table("compacted").stats.get
      def call(arguments: String) = spark.sql(s"CALL pq2.compact('compacted'$arguments)").collect().toSeq
      val first = call(", 'part = 1'")
      assert(first.map(row => row.getString(0) -> row.getString(6)) === Seq("part=1" -> "compacted"))
      assert(call("").map(_.getString(6)) === Seq("compacted", "unchanged"))
      assert(rows("compacted") === expected)
      val bytes = call("").map(_.getAs[Long]("bytes_after")).sum
      val updated = table("compacted").stats.get
      assert(updated.sizeInBytes === bytes && updated.rowCount === statistics.rowCount)
      // Hive's own classes read the new files.
      withConf("spark.sql.hive.convertMetastoreParquet" -> "false") {
        spark.catalog.refreshTable("compacted")
        assert(rows("compacted") === expected)
      }
      assert(intercept[AnalysisException](call(", 'id = 1'")).getMessage.contains("not a partition column"))
    } finally spark.sql("DROP TABLE IF EXISTS compacted")
  }

  test("tables of Hive that cannot be compacted") {
    try {
      spark.sql("CREATE TABLE compacted (id BIGINT) CLUSTERED BY (id) INTO 2 BUCKETS STORED AS PARQUET")
      val bucketed = intercept[AnalysisException](spark.sql("CALL pq2.compact('compacted')"))
      assert(bucketed.getMessage.contains("bucketed by Hive"))
      spark.sql("DROP TABLE compacted")
      spark.sql("CREATE TABLE compacted (id BIGINT) STORED AS TEXTFILE")
      val text = intercept[AnalysisException](spark.sql("CALL pq2.compact('compacted')"))
      assert(text.getMessage.contains("only tables of Parquet files"))
    } finally spark.sql("DROP TABLE IF EXISTS compacted")
  }
}
