package io.pq2.spark.internal.files.scan

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.options.HadoopSplitOptions.Mode
import io.pq2.hadoop.options.{HadoopReadOptions, HadoopSplitOptions}
import io.pq2.hadoop.split.SplitPlanner.UnreadableFiles
import io.pq2.hadoop.split.{BlockSource, FilePart, FooterCache, SplitPlanner, SplitSizes}
import io.pq2.read.{OnCorruption, ScanMetrics}
import io.pq2.spark.internal.errors.PlanningErrors
import io.pq2.spark.internal.files.keys.SplitValue
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{BlockLocation, FileStatus, LocatedFileStatus}
import org.apache.spark.paths.SparkPath
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}
import org.apache.spark.sql.internal.SQLConf

/** Plans the partitions of a scan; see docs/design/splits.md.
  *
  * If configured, they are planned from the footers of the files. The size of a partition then follows Spark's formula,
  * applied to the bytes of the requested columns. Otherwise the partitions are those of Spark.
  *
  * @param scan the scan; evaluated only if footers are read
  */
final private[spark] class ScanPartitions(
    session: SparkSession,
    conf: SQLConf,
    scan: => ScanSpec,
    configuration: Configuration
) {

  private val options: HadoopSplitOptions = {
    val configured =
      PlanningErrors.checked[HadoopSplitOptions](() => HadoopSplitOptions.from(configuration, Mode.MIDPOINT))
    val openCost = configuration.get(HadoopSplitOptions.OPEN_COST, "").trim
    if (openCost.isEmpty) configured.withOpenCost(conf.filesOpenCostInBytes) else configured
  }

  /** Counts the row groups that [[plan]] leaves out of the partitions. */
  val skipped: ScanMetrics = new ScanMetrics

  /** Plans the partitions.
    *
    * @param byLength the partitions that Spark planned by the lengths of the files
    */
  def plan(byLength: Seq[FilePartition]): Seq[FilePartition] = {
    val parts = byLength.flatMap(_.files)
    // A file has one part with start 0 for each time that it is read.
    val files = parts.filter(_.start == 0)
    if (options.readsFooters(files.size) && isSplittable)
      PlanningErrors.checked[Seq[FilePartition]] { () =>
        byFooters(files.sortBy(_.urlEncodedPath).toIndexedSeq, blocks(parts))
      }
    else byLength
  }

  /** Whether several splits may read a file: not if each of them would check the whole file for damage. */
  private def isSplittable: Boolean = DamageHandling.mode(configuration) != OnCorruption.SKIP_FILE

  private def byFooters(
      files: IndexedSeq[PartitionedFile],
      blocks: Map[SparkPath, Array[BlockLocation]]
  ): Seq[FilePartition] = {
    val planner = new SplitPlanner(
      options,
      new FileScanConfigurer(scan),
      FooterCache.shared(options.cacheBytes).source(configuration, HadoopReadOptions.from(configuration)),
      BlockSource.of(configuration),
      UnreadableFiles.LEAVE_TO_TASKS
    )
    val statuses = files.map(file => status(file, blocks.getOrElse(file.filePath, Array.empty)))
    val work = planner.plan(statuses.asJava, sizes(FilePartition.maxSplitBytes(session, 0L)))
    work.skipped.countIn(skipped)
    val splits = work.splits(sizes(FilePartition.maxSplitBytes(session, work.cost)))
    val maxPartitions = conf.filesMaxPartitionNum
    val limited =
      if (maxPartitions.forall(splits.size <= _)) splits
      else work.splits(sizes((BigDecimal(work.cost) / maxPartitions.get).setScale(
        0,
        BigDecimal.RoundingMode.UP
      ).longValue))
    limited.asScala.zipWithIndex.map { case (split, index) =>
      FilePartition(index, split.parts.asScala.map(part => partitionedFile(files(part.file), part)).toArray)
    }.toSeq
  }

  private def sizes(bytes: Long): SplitSizes = SplitSizes.of(math.max(1, bytes))

  /** Returns the locations of the files, at the precision of the parts that Spark planned. */
  private def blocks(parts: Seq[PartitionedFile]): Map[SparkPath, Array[BlockLocation]] =
    parts.filter(_.locations.nonEmpty).groupBy(_.filePath).map { case (path, ofFile) =>
      path -> ofFile.distinctBy(_.start).map { part =>
        new BlockLocation(null, part.locations, part.start, part.length)
      }.toArray
    }

  private def status(file: PartitionedFile, blocks: Array[BlockLocation]): LocatedFileStatus =
    new LocatedFileStatus(
      new FileStatus(file.fileSize, false, 0, 0, file.modificationTime, file.toPath),
      blocks
    )

  private def partitionedFile(file: PartitionedFile, part: FilePart): PartitionedFile = {
    val split = Option(part.rowGroups).fold(file)(SplitValue.RowGroups.in(file, _))
    split.copy(
      start = part.start,
      length = part.length,
      locations = part.hosts.asScala.toArray
    )
  }
}
