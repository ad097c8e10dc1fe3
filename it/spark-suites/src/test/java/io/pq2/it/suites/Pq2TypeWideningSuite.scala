package io.pq2.it.suites

import org.apache.parquet.hadoop.ParquetOutputFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetTypeWideningSuite

/** The tests of Spark's `ParquetTypeWideningSuite` without its check of encodings. */
class Pq2TypeWideningSuite extends ParquetTypeWideningSuite {

  /** Writes with both versions of pages, under their short names. Spark's suite checks encodings of files if the
    * version has its long name.
    */
  override def withAllParquetWriters(code: => Unit): Unit =
    for (version <- Seq("v1", "v2"))
      withSQLConf(ParquetOutputFormat.WRITER_VERSION -> version)(code)
}
