package io.pq2.spark

/** Scans variants that Spark wrote, whole and by field. */
class VariantScanSpec extends SparkSpec {

  private def variants(shredded: Boolean): String = {
    val path = newPath("variant")
    withConf(
      "spark.sql.variant.writeShredding.enabled" -> shredded.toString,
      "spark.sql.variant.inferShreddingSchema" -> shredded.toString
    ) {
      spark
        .range(0, 500, 1, 1)
        .selectExpr(
          "id",
          """CASE WHEN id % 10 <> 0 THEN PARSE_JSON(CONCAT('{"a": ', id, ', "b": {"c": "text ', id % 3,
             '", "d": [1, 2.5, null, ', id, ']}',
             CASE WHEN id % 2 = 0 THEN ', "e": true' ELSE '' END, '}')) END AS v""",
          "NAMED_STRUCT('inner', PARSE_JSON(CAST(id AS STRING))) AS s",
          "ARRAY(PARSE_JSON('[1]'), PARSE_JSON('null')) AS l"
        )
        .write
        .parquet(path)
    }
    path
  }

  for (shredded <- Seq(false, true))
    test(s"${if (shredded) "shredded" else "unshredded"} variants are read") {
      val path = variants(shredded)
      for (vectorized <- Seq("true", "false"); push <- Seq("true", "false"))
        withConf(
          "spark.sql.parquet.enableVectorizedReader" -> vectorized,
          "spark.sql.variant.pushVariantIntoScan" -> push
        ) {
          for (frame <- Seq(pq2(path), pq2V1(path))) {
            assert(frame.schema === builtIn(path).schema)
            for (
              columns <- Seq(
                Seq("id", "TO_JSON(v)", "TO_JSON(s.inner)", "TO_JSON(l[0])", "TO_JSON(l[1])"),
                Seq(
                  "VARIANT_GET(v, '$.a', 'bigint')",
                  "VARIANT_GET(v, '$.b.d[3]', 'int')",
                  "VARIANT_GET(v, '$.b.c', 'string')"
                ),
                Seq("TRY_VARIANT_GET(s.inner, '$', 'int')", "VARIANT_GET(v, '$.e', 'boolean')", "v IS NULL")
              )
            )
              assertSame(frame.selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
          }
        }
    }
}
