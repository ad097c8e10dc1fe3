package io.pq2.spark.internal.schema

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.tasks.{ElementsRDD, ExecutorJars, TaskFunction}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.FileSourceOptions
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.classic.{SparkSession => ClassicSession}
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.util.SerializableConfiguration

/** Reads the schemas of files: of one file on the driver, of several files in a Spark job. */
private[schema] object FooterSchemas {

  /** Returns the different schemas of files, in the order of the files, each with the first file that has it.
    *
    * @param options
    *   the options of the read
    * @param configuration
    *   the session's configuration with the options
    */
  def read(
      session: SparkSession,
      options: Map[String, String],
      configuration: Configuration,
      files: Seq[FileStatus],
      reader: FooterSchemaReader
  ): Seq[FileSchema] = {
    val classic = session.asInstanceOf[ClassicSession]
    val fileOptions = new FileSourceOptions(CaseInsensitiveMap(options))
    val ignoreCorrupt = fileOptions.ignoreCorruptFiles
    val ignoreMissing = fileOptions.ignoreMissingFiles
    // Types that a footer names are created by the session's settings.
    if (files.size == 1) {
      // Starting a job takes longer than reading a footer.
      classic.withActive(reader.read(files, configuration, ignoreCorrupt, ignoreMissing).asScala.toSeq)
    } else {
      ExecutorJars.watch(session.sparkContext)
      val serializable = new SerializableConfiguration(configuration)
      // Tasks need the path and the length of a file. A FileStatus is not serializable.
      val places = files.map(file => (file.getPath.toString, file.getLen))
      val tasks = math.min(math.max(places.size, 1), session.sparkContext.defaultParallelism)
      SQLExecution.withSQLConfPropagated(classic) {
        new ReadSchemas(reader, serializable, ignoreCorrupt, ignoreMissing)
          .on(new ElementsRDD(session.sparkContext, places, tasks)).collect().toSeq
      }
    }
  }
}

/** Reads the schemas of files, given by paths and lengths. */
final private class ReadSchemas(
    reader: FooterSchemaReader,
    configuration: SerializableConfiguration,
    ignoreCorrupt: Boolean,
    ignoreMissing: Boolean
) extends TaskFunction[(String, Long), FileSchema] {

  override def apply(files: Iterator[(String, Long)]): Iterator[FileSchema] = {
    val statuses = files.map { case (path, length) => new FileStatus(length, false, 0, 0, 0, new Path(path)) }
    reader.read(statuses.toSeq, configuration.value, ignoreCorrupt, ignoreMissing).asScala.iterator
  }
}
