package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.variant.{RandomVariantFiles, ShreddedType, Variant}
import org.apache.spark.sql.DataFrame

/** Files of variants, and the ways to read them. */
abstract class VariantTests extends SparkSpec {

  /** Reads by V2 and by V1. */
  protected def sources(path: String): Seq[DataFrame] = Seq(pq2(path), pq2V1(path))

  /** Returns the path of a file that does not exist yet, the only one in its folder. */
  protected def newFile(name: String): Path = {
    val folder = Path.of(newPath(name))
    Files.createDirectory(folder).resolve("variants.parquet")
  }

  /** Returns a file of variants that are shredded by a type. */
  protected def file(variants: Seq[Variant], shredding: String): String = {
    val target = newFile("given")
    RandomVariantFiles.write(target, variants.asJava, ShreddedType.parse(shredding))
    target.toString
  }
}
