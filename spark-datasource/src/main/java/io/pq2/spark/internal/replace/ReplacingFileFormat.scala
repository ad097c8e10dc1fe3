package io.pq2.spark.internal.replace

import io.pq2.spark.internal.settings.SourceFlavor
import io.pq2.spark.internal.v1.Pq2FileFormat

/** The V1 file format in the place of Spark's own, with its name and its defaults. Spark creates it by its class name.
  */
class ReplacingFileFormat extends Pq2FileFormat {

  override def flavor: SourceFlavor = SourceFlavor.PARQUET

  override def shortName(): String = "parquet"

  override def toString: String = "Parquet"
}
