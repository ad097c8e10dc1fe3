package io.pq2.spark

import java.nio.file.{Files, Path}

/** Compares files of writers with known faults with the built-in source. */
class FaultyWritersSpec extends SparkSpec {

  for (name <- Seq("row-groups-share-chunks-parquet-jl", "crc-zero-hawq"))
    test(s"$name has the rows that the built-in source reads") {
      val file = Path.of(System.getProperty("pq2.shared", "../../shared")).resolve(s"faults/files/$name.parquet")
      assume(Files.exists(file), s"needs faults/files/${file.getFileName} in the folder of the property pq2.shared")
      val path = file.toString
      val column = builtIn(path).columns.head
      for (read <- Seq(pq2(path), pq2V1(path))) {
        assertSame(read, builtIn(path))
        assert(read.count() === builtIn(path).count())
        assertSame(read.where(s"$column > 20"), builtIn(path).where(s"$column > 20"))
        assertSame(read.selectExpr(s"SUM($column)"), builtIn(path).selectExpr(s"SUM($column)"))
      }
    }
}
