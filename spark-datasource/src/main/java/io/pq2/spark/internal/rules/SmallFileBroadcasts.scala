package io.pq2.spark.internal.rules

import java.lang.{Boolean => JBoolean}

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight, BuildSide, JoinSelectionHelper}
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.internal.SQLConf

/** Broadcasts a side of a join that Spark would broadcast if its own source read it, and that is small in memory, too.
  * Spark compares the threshold of broadcasts with the bytes of files for its own source, and with the rows in memory
  * for pq2. See docs/design/statistics.md.
  */
final private[spark] class SmallFileBroadcasts(session: SparkSession) extends SparkStrategy with JoinSelectionHelper {

  import SmallFileBroadcasts._

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case join @ ExtractEquiJoinKeys(joinType, leftKeys, rightKeys, condition, _, left, right, hint)
        if hint.isEmpty && !join.isStreaming && !isStage(left) && !isStage(right) &&
          (leftKeys ++ rightKeys).forall(key => UnsafeRowUtils.isBinaryStable(key.dataType)) =>
      buildSide(join).map { side =>
        join.setTagValue(Mark, ())
        BroadcastHashJoinExec(leftKeys, rightKeys, joinType, side, condition, planLater(left), planLater(right))
      }.toSeq
    case _ => Nil
  }

  private def buildSide(join: Join): Option[BuildSide] = {
    val conf = Sessions.sqlConf(session)
    val threshold = conf.autoBroadcastJoinThreshold
    if (threshold < 0 || getBroadcastBuildSide(join, hintOnly = false, conf).isDefined) None
    else {
      val sides = Seq((BuildLeft, join.left, join.right), (BuildRight, join.right, join.left)).filter {
        case (side, build, streamed) => canBuild(side, join.joinType) && isSmall(build, streamed, threshold, conf)
      }
      sides.sortBy(_._2.stats.sizeInBytes).headOption.map(_._1)
    }
  }

  private def canBuild(side: BuildSide, joinType: JoinType): Boolean = side match {
    case BuildLeft  => canBuildBroadcastLeft(joinType)
    case BuildRight => canBuildBroadcastRight(joinType)
  }

  private def isSmall(build: LogicalPlan, streamed: LogicalPlan, threshold: Long, conf: SQLConf): Boolean =
    Scanned.of(build).exists { scanned =>
      isOn(scanned) && build.stats.sizeInBytes <= memoryLimit(threshold) &&
      rows(build).exists(few => rows(streamed).exists(_ >= few * RowFactor)) &&
      scanned.fileBytes(build.output, conf) <= threshold
    }

  private def isOn(scanned: Scanned): Boolean = scanned match {
    case OfV2(_, scan)   => BatchScans.value[JBoolean](scan, SparkReadingKeys.SMALL_FILE_BROADCASTS, true)
    case OfV1(_, source) =>
      Sessions.value[JBoolean](session, source.options, SparkReadingKeys.SMALL_FILE_BROADCASTS, true)
  }

  /** Returns the bytes of a broadcast that neither the driver nor an executor with a task for each core lacks. */
  private def memoryLimit(threshold: Long): Long = {
    val heap = Runtime.getRuntime.maxMemory
    val context = session.sparkContext
    val configuration = context.getConf
    val ofCore =
      if (context.isLocal) heap / context.defaultParallelism
      else {
        // Executors of a standalone cluster have all cores of their machine, which are at most those of the cluster.
        val otherwise = if (context.master.startsWith("spark://")) context.defaultParallelism else 1
        configuration.getSizeAsBytes("spark.executor.memory", "1g") / configuration.getInt(
          "spark.executor.cores",
          otherwise
        )
      }
    Seq(saturated(threshold), heap / HeapShare, ofCore / HeapShare).min
  }

  private def saturated(threshold: Long): Long =
    if (threshold > Long.MaxValue / ThresholdFactor) Long.MaxValue else threshold * ThresholdFactor
}

private[rules] object SmallFileBroadcasts {

  /** Marks the join in the logical plan. Spark plans the join again from there when the broadcast has ended. */
  private val Mark = TreeNodeTag[Unit]("pq2.smallFileBroadcast")

  /** Whether a join is a broadcast because of this rule. */
  def isMarked(join: BroadcastHashJoinExec): Boolean = join.logicalLink.exists(_.getTagValue(Mark).isDefined)

  /** The rows of the other side for each row of a broadcast, below which a shuffle is not dearer than the broadcast. */
  private val RowFactor = 10

  /** The bytes in memory for each byte of the threshold. */
  private val ThresholdFactor = 8

  /** The part of a heap, as its divisor, that a broadcast takes. */
  private val HeapShare = 10

  /** A scan of pq2 with an estimate from footers. */
  sealed private trait Scanned {

    /** Returns the size that Spark states for columns of its own source. */
    def fileBytes(output: Seq[Attribute], conf: SQLConf): BigInt

    /** Returns the number of rows; none if no footer can be read. */
    def estimatedRows: Option[Double]

    final protected def share(bytes: BigInt, output: Seq[Attribute], all: Seq[Attribute]): BigInt =
      bytes * EstimationUtils.getSizePerRow(output) / EstimationUtils.getSizePerRow(all)
  }

  final private case class OfV1(table: EstimatedRelation, files: HadoopFsRelation) extends Scanned {
    override def fileBytes(output: Seq[Attribute], conf: SQLConf): BigInt =
      share(files.sizeInBytes, output, table.output)

    override def estimatedRows: Option[Double] = table.estimatedRows
  }

  final private case class OfV2(relation: DataSourceV2ScanRelation, scan: Pq2Scan) extends Scanned {
    override def fileBytes(output: Seq[Attribute], conf: SQLConf): BigInt = share(
      BigInt((conf.fileCompressionFactor * scan.fileIndex.sizeInBytes).toLong),
      output,
      relation.relation.output
    )

    override def estimatedRows: Option[Double] = scan.estimatedRows
  }

  private object Scanned {

    /** Returns the scan below the filters and projections of a plan. */
    def of(plan: LogicalPlan): Option[Scanned] = plan match {
      case Project(_, child)                  => of(child)
      case Filter(_, child)                   => of(child)
      case relation: DataSourceV2ScanRelation =>
        relation.scan match {
          case scan: Pq2Scan => Some(OfV2(relation, scan))
          case _             => None
        }
      case table: EstimatedRelation =>
        table.relation match {
          case files: HadoopFsRelation => Some(OfV1(table, files))
          case _                       => None
        }
      case _ => None
    }
  }

  private def isStage(plan: LogicalPlan): Boolean = plan.isInstanceOf[LogicalQueryStage]

  /** Estimates the rows of a plan. None if nothing is known of what the plan leaves of its rows, as for joins: Spark's
    * estimate of their size is the product of both sides.
    */
  private def rows(plan: LogicalPlan): Option[BigDecimal] = plan match {
    case Project(_, child) => rows(child)
    case Filter(_, child)  => rows(child)
    case leaf: LeafNode    => Scanned.of(leaf).fold(known(leaf))(_.estimatedRows.map(BigDecimal(_)))
    case _                 => None
  }

  /** Returns the rows of a source of another format, or of a stage that has ended. */
  private def known(leaf: LeafNode): Option[BigDecimal] = {
    val statistics = leaf.stats
    Some(statistics.rowCount.fold(
      BigDecimal(statistics.sizeInBytes) / BigDecimal(EstimationUtils.getSizePerRow(leaf.output))
    )(BigDecimal(_)))
  }
}
