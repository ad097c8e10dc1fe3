package io.pq2.spark.internal.procedures

import scala.jdk.CollectionConverters._
import scala.util.Try

import io.pq2.compact.CompactionOptions
import io.pq2.exception.InvalidDataException
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.Resolver
import org.apache.spark.sql.catalyst.catalog.{
  CatalogTable,
  CatalogTablePartition,
  CatalogTableType,
  ExternalCatalogUtils
}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex
import org.apache.spark.sql.types.StructType

/** A directory tree to compact.
  *
  * @param partition
  *   the partition at its root, such as `day=2026-01-01`; empty at the root of a table
  * @param root
  *   the directory
  * @param includes
  *   whether a directory of the tree is compacted, by its path
  */
private[procedures] case class CompactedTree(partition: String, root: Path, includes: String => Boolean) {

  /** Returns the partition of a directory; null at the root of a table. */
  def partitionOf(directory: String, location: String): String = {
    val below = directory.stripPrefix(location).stripPrefix("/")
    val name = if (partition.isEmpty) below else if (below.isEmpty) partition else partition + "/" + below
    if (name.isEmpty) null else name
  }
}

/** What a compaction compacts: a table of the session's catalog, or a directory. */
private[procedures] case class CompactedTable(name: String, catalog: Option[CatalogTable], trees: Seq[CompactedTree]) {

  /** Checks that the columns of the options are not those of the partitions.
    *
    * @throws InvalidDataException
    *   if one is
    */
  def checkColumns(options: CompactionOptions, resolver: Resolver): Unit = {
    val named = options.sortedBy.asScala.map(_.dottedPath) ++ options.zOrderedBy.asScala ++ options.bloomFilters.asScala
    for (column <- named; partition <- catalog.toSeq.flatMap(_.partitionColumnNames) if resolver(column, partition))
      throw new InvalidDataException(
        s"$column is a partition column of $name: all rows of a directory have the same value of it. Leave it out"
      )
  }
}

private[procedures] object CompactedTable {

  private val SessionCatalog = "spark_catalog"

  /** Finds a table or path, and the partitions that match a condition.
    *
    * @throws InvalidDataException
    *   if there is a table with that name that cannot be compacted, or the condition has another column than partition
    *   columns
    */
  def of(session: SparkSession, text: String, where: Option[String]): CompactedTable =
    pathIn(session, text) match {
      case Some(path) =>
        CompactedTable(text, None, Seq(treeOf(session, new Path(path), text, None, where)))
      case None =>
        val table = lookup(session, text)
        CompactedTable(table.qualifiedName, Some(table), trees(session, table, where))
    }

  /** Returns the path that a text names, as such or in SQL's form; absent for the name of a table. */
  private def pathIn(session: SparkSession, text: String): Option[String] = {
    if (text.isBlank) throw new InvalidDataException("table is missing: give a table, or the path of its directory")
    val parser = session.sessionState.sqlParser
    Try(parser.parseMultipartIdentifier(text)).toOption match {
      case Some(Seq(source, path)) if path.contains("/") && (isPq2(source) || Replacement.isBuiltIn(source)) =>
        Some(path)
      case None if text.contains("/") => Some(text)
      case None                       => parser.parseMultipartIdentifier(text); None // Throws the error of the parser.
      case _                          => None
    }
  }

  private def isPq2(source: String): Boolean =
    source.equalsIgnoreCase("pq2") || source == classOf[Pq2FileFormat].getName

  private def lookup(session: SparkSession, text: String): CatalogTable = {
    val parts = session.sessionState.sqlParser.parseMultipartIdentifier(text)
    val catalogs = session.sessionState.catalogManager
    val (catalog, names) = parts match {
      case first +: rest if rest.nonEmpty && (parts.size > 2 || catalogs.isCatalogRegistered(first)) => (first, rest)
      case _ => (catalogs.currentCatalog.name, parts)
    }
    if (!catalog.equalsIgnoreCase(SessionCatalog) || names.size > 2) {
      throw new InvalidDataException(
        s"$text is in the catalog $catalog: only tables of ${SessionCatalog} and paths can be " +
          "compacted; a table with files of its own can be given by its path"
      )
    }
    if (session.sessionState.catalog.isTempView(names)) throw new InvalidDataException(s"$text is a view, not a table")
    val table = session.sessionState.catalog.getTableMetadata(TableIdentifier(names.last, names.init.headOption))
    check(table)
    table
  }

  private def check(table: CatalogTable): Unit = {
    val name = table.qualifiedName
    if (table.tableType == CatalogTableType.VIEW) throw new InvalidDataException(s"$name is a view, not a table")
    val provider = table.provider.getOrElse("hive")
    val isHive = provider.equalsIgnoreCase("hive")
    val isParquet =
      if (isHive) table.storage.serde.exists(_.toLowerCase(java.util.Locale.ROOT).contains("parquet"))
      else isPq2(provider) || Replacement.isBuiltIn(provider)
    if (!isParquet) {
      val format = if (isHive) table.storage.serde.getOrElse("Hive's default") else provider
      throw new InvalidDataException(s"$name has the format $format: only tables of Parquet files can be compacted")
    }
    if (isHive && table.bucketSpec.nonEmpty) {
      throw new InvalidDataException(s"$name is bucketed by Hive: Hive finds buckets by the number of files")
    }
  }

  private def trees(session: SparkSession, table: CatalogTable, where: Option[String]): Seq[CompactedTree] = {
    val schema = table.partitionSchema
    if (schema.nonEmpty && table.tracksPartitionsInCatalog || table.provider.exists(_.equalsIgnoreCase("hive"))) {
      if (schema.isEmpty) Seq(treeOf(session, new Path(table.location), table.qualifiedName, None, where))
      else {
        val zone = session.sessionState.conf.sessionLocalTimeZone
        val partitions = session.sessionState.catalog.listPartitions(table.identifier)
        val selected = where match {
          case None            => partitions
          case Some(condition) =>
            val values = partitions.map(partition => partition.toRow(schema, zone) -> partition)
            PartitionCondition.select(session, condition, table.qualifiedName, schema, values)
        }
        selected.map(partition => CompactedTree(nameOf(table, partition), new Path(partition.location), _ => true))
      }
    } else {
      val known = Some(schema).filter(_.nonEmpty)
      Seq(treeOf(session, new Path(table.location), table.qualifiedName, known, where))
    }
  }

  /** Returns the directories of a partition below each other, such as `day=2026-01-01/region=eu`. */
  def nameOf(table: CatalogTable, partition: CatalogTablePartition): String =
    table.partitionColumnNames
      .map(column => ExternalCatalogUtils.getPartitionPathString(column, partition.spec(column)))
      .mkString("/")

  /** Returns a directory whose partitions are in the names of the directories below it.
    *
    * @param schema
    *   the partition columns; absent if Spark infers them from the names
    */
  private def treeOf(
      session: SparkSession,
      path: Path,
      name: String,
      schema: Option[StructType],
      where: Option[String]
  ): CompactedTree = {
    val includes: String => Boolean = where match {
      case None            => _ => true
      case Some(condition) =>
        val spec = new InMemoryFileIndex(session, Seq(path), Map.empty, schema).partitionSpec()
        val values = spec.partitions.map(partition => partition.values -> partition.path.toString)
        PartitionCondition.select(session, condition, name, spec.partitionColumns, values).toSet
    }
    CompactedTree("", path, includes)
  }
}
