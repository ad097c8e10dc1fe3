package io.pq2.spark.internal.v2

import java.io.IOException

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.pq2.hadoop.file.HiddenFiles
import io.pq2.spark.internal.files.scan.VisiblePaths
import io.pq2.spark.internal.settings.Sessions
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.hadoop.mapred.{FileInputFormat, JobConf}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.classic.{SparkSession => ClassicSession}
import org.apache.spark.sql.execution.datasources.{FileStatusCache, InMemoryFileIndex}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Finds the files of a path by one recursive listing. Spark asks before its listing whether the path exists, whether
  * it is a directory and whether a stream has written it. On S3A these are six requests, one after another. The listing
  * answers all of them.
  *
  * It is used for the file systems that Spark itself lists recursively
  * (`spark.sql.sources.useListFilesFileSystemList`).
  */
private object RecursiveListing {

  /** The directory with the log of a stream, which names the committed files. */
  private val MetadataLog = "/_spark_metadata/"

  private val PatternCharacters = "{}[]*?\\"

  /** Returns the files of a path, as Spark would find them. Returns none if Spark must find them or name the error:
    * there are several paths, the path is a pattern or does not exist, it has no files, or a stream has written it.
    */
  def of(
      session: SparkSession,
      options: CaseInsensitiveStringMap,
      paths: Seq[String],
      schema: Option[StructType]
  ): Option[InMemoryFileIndex] = paths match {
    case Seq(path) if !path.startsWith("file:") && !path.exists(PatternCharacters.contains(_)) =>
      val parameters = options.asCaseSensitiveMap.asScala.toMap
      val configuration = Sessions.hadoopConf(session, parameters)
      for {
        root <- listable(new Path(path), configuration, Sessions.sqlConf(session))
        cache = FileStatusCache.getOrCreate(session.asInstanceOf[ClassicSession]) if cache.getLeafFiles(root).isEmpty
        files <- list(root, configuration)
      } yield new InMemoryFileIndex(
        session.asInstanceOf[ClassicSession],
        Seq(root),
        parameters,
        schema,
        new ListedFiles(root, files, cache)
      )
    case _ => None
  }

  /** Returns the qualified path, unless its file system or its name need Spark's listing. */
  private def listable(path: Path, configuration: Configuration, conf: SQLConf): Option[Path] = {
    val schemes = conf.useListFilesFileSystemList.split(",").map(_.trim)
    // Spark refuses paths whose metadata log older versions wrote under another name.
    val oldName = new Path(path.toUri.toString).toUri.getPath != path.toUri.getPath
    try {
      val fileSystem = path.getFileSystem(configuration)
      if (schemes.contains(fileSystem.getScheme) && !HiddenFiles.isHidden(path) && !oldName)
        Some(path.makeQualified(fileSystem.getUri, fileSystem.getWorkingDirectory))
      else None
    } catch {
      case _: IOException | _: UnsupportedOperationException => None
    }
  }

  /** Returns the visible files below a path, or the file itself; none if Spark must list them. */
  private def list(root: Path, configuration: Configuration): Option[Array[FileStatus]] = {
    val filter = Option(FileInputFormat.getInputPathFilter(new JobConf(configuration)))
    val files = mutable.ArrayBuffer.empty[FileStatus]
    val directory = root.toString.stripSuffix("/").length
    var streamed = false
    try {
      val listed = root.getFileSystem(configuration).listFiles(root, true)
      while (listed.hasNext && !streamed) {
        val file = listed.next()
        val relative = file.getPath.toString.substring(directory)
        streamed = relative.startsWith(MetadataLog)
        if (VisiblePaths.isVisible(relative) && filter.forall(_.accept(file.getPath))) {
          files += file
        }
      }
    } catch {
      // Spark's own requests fail as well, and its error names the reason.
      case _: IOException => return None
    }
    if (streamed || files.isEmpty) None else Some(files.toArray)
  }

  /** The files that were listed, until Spark lists them again. */
  final private class ListedFiles(root: Path, files: Array[FileStatus], next: FileStatusCache) extends FileStatusCache {

    @volatile private var listed = Option(files)
    next.putLeafFiles(root, files)

    override def getLeafFiles(path: Path): Option[Array[FileStatus]] =
      listed.filter(_ => path == root).orElse(next.getLeafFiles(path))

    override def putLeafFiles(path: Path, leafFiles: Array[FileStatus]): Unit = next.putLeafFiles(path, leafFiles)

    override def invalidateAll(): Unit = {
      listed = None
      next.invalidateAll()
    }
  }
}
