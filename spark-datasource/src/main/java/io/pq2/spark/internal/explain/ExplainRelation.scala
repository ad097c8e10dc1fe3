package io.pq2.spark.internal.explain

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.errors.PlanningErrors
import io.pq2.spark.internal.files.scan.{ConfigurationBroadcasts, ReadSettings, RowDemand, ScanSpec}
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.{Sessions, SourceFlavor}
import io.pq2.spark.internal.tasks.{ElementsRDD, TaskFunction}
import io.pq2.spark.internal.v1.{Pq2FileFormat, Pq2FileSourceScanExec}
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.paths.SparkPath
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, PlanExpression}
import org.apache.spark.sql.catalyst.plans.logical.Command
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.datasources.{FileIndex, PartitionedFile}
import org.apache.spark.sql.execution.{FileSourceScanExec, QueryExecution, SparkPlan}
import org.apache.spark.sql.sources.{BaseRelation, Filter, TableScan}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{Row, SQLContext, SparkSession, classic}
import org.apache.spark.util.SerializableConfiguration

/** The explanations of the scans of a query. */
final private[spark] class ExplainRelation(override val sqlContext: SQLContext, scans: Seq[ExplainedScan])
    extends BaseRelation
    with TableScan {

  override def schema: StructType = ExplanationRows.SCHEMA

  override def buildScan(): RDD[Row] =
    scans.map(_.explanations(sqlContext.sparkSession)).reduce(_.union(_))
}

private[spark] object ExplainRelation {

  private val Query = "query"
  private val Condition = "filter"
  private val Path = "path"

  /** Plans a query: the SQL text in the option `query`, or a read of `path` with the condition in `filter`. */
  def of(sqlContext: SQLContext, parameters: Map[String, String]): ExplainRelation =
    PlanningErrors.checked[ExplainRelation]("the options of pq2-explain", () => planned(sqlContext, parameters))

  private def planned(sqlContext: SQLContext, parameters: Map[String, String]): ExplainRelation = {
    val session = sqlContext.sparkSession.asInstanceOf[classic.SparkSession]
    val options = CaseInsensitiveMap(parameters)
    val execution = (options.get(Query), options.get(Path)) match {
      case (Some(text), None) =>
        require(options.get(Condition).isEmpty, s"$Condition applies to a path: put the condition into $Query")
        session.sessionState.executePlan(session.sessionState.sqlParser.parsePlan(text))
      case (None, Some(path)) =>
        val rows = session.read.format("pq2").options(options.originalMap -- Seq(Path, Condition)).load(path)
        options.get(Condition).fold(rows)(rows.where(_)).queryExecution
      case _ => throw new IllegalArgumentException(s"pq2-explain needs either a path or the option $Query")
    }
    require(!execution.analyzed.exists(_.isInstanceOf[Command]), s"$Query is a command: pq2-explain explains queries")
    val scans = scansOf(session, execution)
    require(scans.nonEmpty, s"$Query has no scan of pq2")
    new ExplainRelation(sqlContext, scans)
  }

  private def scansOf(session: SparkSession, execution: QueryExecution): Seq[ExplainedScan] =
    execution.sparkPlan.collect(scan(session))

  private def scan(session: SparkSession): PartialFunction[SparkPlan, ExplainedScan] = {
    case BatchScanExec(_, scan: Pq2Scan, _, _, _, _) =>
      ExplainedScan(
        scan.fileIndex,
        scan.partitionFilters,
        scan.dataFilters,
        scan.readDataSchema,
        scan.pushedFilters.toSeq,
        scan.options.asCaseSensitiveMap.asScala.toMap,
        scan.flavor
      )
    case scan: FileSourceScanExec if isPq2(session, scan) =>
      ExplainedScan(
        scan.relation.location,
        scan.partitionFilters,
        scan.dataFilters,
        scan.requiredSchema,
        Pq2FileSourceScanExec.of(scan).filtersOfPlan,
        scan.relation.options,
        scan.relation.fileFormat match {
          case pq2: Pq2FileFormat => pq2.flavor
          case _                  => SourceFlavor.PARQUET
        }
      )
  }

  private def isPq2(session: SparkSession, scan: FileSourceScanExec): Boolean =
    Replacement.reads(session, scan.relation.fileFormat)
}

/** A scan of a query: its files, columns and filters. */
final private[spark] case class ExplainedScan(
    index: FileIndex,
    partitionFilters: Seq[Expression],
    dataFilters: Seq[Expression],
    columns: StructType,
    filters: Seq[Filter],
    options: Map[String, String],
    flavor: SourceFlavor
) {

  /** Returns the rows of the explanations. Each task reads one file. */
  def explanations(session: SparkSession): RDD[Row] = {
    val conf = Sessions.sqlConf(session)
    val hadoop = flavor.forReading(Sessions.hadoopConf(session, options))
    val settings = ReadSettings.of(conf, new ParquetOptions(options, conf), hadoop, columns)
    val spec = new ScanSpec(columns, StructType(Nil), filters.toArray, settings, RowDemand.ALL)
    val configuration = ConfigurationBroadcasts.of(session.sparkContext, hadoop)
    val tasks = files.map(file => new ExplainTask(spec, file))
    new RunExplanations(configuration).on(new ElementsRDD(session.sparkContext, tasks, math.max(1, tasks.size)))
  }

  /** Returns the files of all partitions that may have rows. The results of subqueries are not known yet. */
  private def files: Seq[PartitionedFile] = {
    val known = partitionFilters.filterNot(_.exists(_.isInstanceOf[PlanExpression[_]]))
    index.listFiles(known, dataFilters).flatMap(_.files).map { file =>
      PartitionedFile(
        InternalRow.empty,
        SparkPath.fromPath(file.getPath),
        0,
        file.getLen,
        Array.empty,
        file.getModificationTime,
        file.getLen
      )
    }
  }
}

/** Runs the explanations of a task. */
final private class RunExplanations(configuration: Broadcast[SerializableConfiguration])
    extends TaskFunction[ExplainTask, Row] {

  override def apply(tasks: Iterator[ExplainTask]): Iterator[Row] =
    tasks.flatMap(_.run(configuration.value.value).asScala)
}
