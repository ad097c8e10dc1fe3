package io.pq2.spark.internal.v1

import java.lang.reflect.{Method, Modifier}

import io.pq2.spark.VersionClasses
import org.apache.spark.internal.Logging
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.scalatest.funsuite.AnyFunSuite

/** Checks that the V1 format, a subclass of Spark's Parquet format, inherits no method that reads or writes files. */
class OverridesSpec extends AnyFunSuite {

  /** Inherited methods that open no file. */
  private val harmless = Set(
    "allowDuplicatedColumnNames", // a constant
    "buildReader", // throws; Spark calls buildReaderWithPartitionValues
    "createFileMetadataCol", // the type of _metadata
    "fileConstantMetadataExtractors", // properties of a file from its listing
    "isSplitable", // a constant
    "metadataSchemaFields", // the fields of _metadata
    "supportBatch", // depends on types only
    "supportFieldName" // a constant
  ) ++ VersionClasses.addedMethods

  private def methods(owner: Class[_]): Set[String] =
    owner.getDeclaredMethods.filter(isInstanceMethod).map(_.getName).toSet

  private def isInstanceMethod(method: Method): Boolean =
    !method.isSynthetic && !method.getName.contains("$") && !Modifier.isStatic(method.getModifiers) &&
      !Modifier.isPrivate(method.getModifiers)

  test("each method of Spark's format is overridden or harmless") {
    val helpers = methods(classOf[Logging]) ++ VersionClasses.formatHelpers.flatMap(methods)
    val inherited = methods(classOf[ParquetFileFormat]) ++ methods(classOf[FileFormat]) -- helpers
    assert(inherited.contains("buildReaderWithPartitionValues") && inherited.contains("prepareWrite"))
    val own = methods(classOf[Pq2FileFormat])
    assert((inherited -- own -- harmless).isEmpty, "neither overridden nor known to open no file")
    assert((harmless -- inherited).isEmpty, "no longer there")
  }

  test("the format does not equal Spark's format") {
    assert(new Pq2FileFormat === new Pq2FileFormat)
    assert((new Pq2FileFormat).hashCode === (new Pq2FileFormat).hashCode)
    assert(new Pq2FileFormat !== new ParquetFileFormat)
    assert((new Pq2FileFormat).shortName() === "pq2")
  }
}
