package io.pq2.spark

import java.io.{BufferedReader, PrintWriter}
import java.lang.ProcessBuilder.Redirect
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future, TimeoutException}
import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.launcher.JavaModuleOptions

/** Kills executors and lets Spark start duplicates of tasks, in writes and reads on a cluster of two executors. The
  * files and results are those of the built-in source without such incidents.
  */
@ClustersPart
class LocalClusterSpec extends SparkSpec {

  import LocalClusterDriver._

  private lazy val cluster = new LocalClusterSpec.Driver(directory)
  private var started = false

  private val sources = Seq("pq2", Replacement)

  /** One of the sources, or both if [[allCases]]. */
  private def someSources(turn: Int): Seq[String] = some(sources, 2, turn)

  /** The part of file names that identifies the write. */
  private val Unique = "-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"

  override protected def afterAll(): Unit =
    try if (started) cluster.close()
    finally super.afterAll()

  private def ask(command: String*): Map[String, String] = {
    started = true
    cluster.ask(command)
  }

  /** The table that the built-in source writes in this process. */
  private lazy val expected: String = {
    val path = newPath("expected")
    spark.range(0, Rows, 1, Tasks)
      .selectExpr("id", "repeat(md5(cast(id AS STRING)), 4) AS text")
      .write.parquet(path)
    path
  }

  /** Returns the names of all files and directories below a path, without the unique parts. */
  private def names(path: String): Seq[String] = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.map(file => Path.of(path).relativize(file).toString.replaceAll(Unique, "")).toSeq.sorted
    finally files.close()
  }

  private def writers(path: String): Seq[String] = {
    val files = Files.list(Path.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toSeq.map { file =>
        val input = HadoopInputFile.fromPath(new HadoopPath(file.toUri), new Configuration())
        val reader = ParquetFileReader.open(input)
        try reader.getFileMetaData.getCreatedBy.split(' ').head
        finally reader.close()
      }
    finally files.close()
  }

  private def assertWritten(path: String): Unit = {
    assert(names(path) === names(expected))
    assert(writers(path) === Seq.fill(Tasks)("pq2"))
    assertSame(builtIn(path), builtIn(expected))
  }

  test("a write whose executor is killed leaves the files of a write without failures") {
    ask("start", "false")
    for (source <- someSources(0)) withClue(s"$source: ") {
      val path = newPath("killed")
      val events = ask("write", source, Kill, path)
      assert(events("lost-executors") === "1")
      assert(events("lost") === "1")
      assert(events("half-written").toLong > 4)
      assertWritten(path)
    }
  }

  test("a read whose executor is killed has the result of a read without failures") {
    val expectedRows = aggregate(builtIn(expected)).collect().map(_.toString).sorted.mkString(" ")
    for (source <- someSources(1)) withClue(s"$source: ") {
      val events = ask("read", source, Kill, expected)
      assert(events("lost-executors") === "1")
      assert(events("lost").toInt >= 1)
      assert(events("pq2") === "true")
      assert(events("rows") === expectedRows)
    }
  }

  test("duplicates of a task that writes leave the files of a write without duplicates") {
    ask("start", "true")
    for {
      (winner, number) <- Seq(OriginalWins, DuplicateWins, Race).zipWithIndex
      source <- someSources(number)
    } withClue(s"$source, $winner: ") {
      val path = newPath("duplicates")
      val events = ask("write", source, winner, path)
      assert(events("duplicates").toInt >= 1)
      assert(events("half-written").toLong > 4)
      val losers = Seq("killed", "denied").flatMap(events.get).map(_.toInt).sum
      assert(losers === events("duplicates").toInt, events)
      assert(events("succeeded") === Tasks.toString)
      assertWritten(path)
    }
  }

  test("duplicates of a task that reads do not change the result") {
    val expectedRows = aggregate(builtIn(expected)).collect().map(_.toString).sorted.mkString(" ")
    for (source <- someSources(0)) withClue(s"$source: ") {
      val events = ask("read", source, DuplicateWins, expected)
      assert(events("duplicates").toInt >= 1)
      assert(events("pq2") === "true")
      assert(events("rows") === expectedRows)
    }
  }
}

private object LocalClusterSpec {

  /** The process of [[LocalClusterDriver]], with the class path of this process. */
  final class Driver(directory: Path) extends AutoCloseable {

    private val log = Path.of("target", "local-cluster.log").toAbsolutePath
    // Spark looks for its jars there. All jars are on the class path of executors instead.
    private val home = Files.createDirectories(directory.resolve("spark-home"))
    Files.createDirectory(home.resolve("jars"))

    private val process = {
      val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
      val options = JavaModuleOptions.defaultModuleOptionArray.toSeq ++ LocalClusterDriver.JvmOptions :+ "-Xmx1g"
      val command = (java +: options) ++
        Seq("-cp", System.getProperty("java.class.path"), "io.pq2.spark.LocalClusterDriver", home.toString)
      val builder = new ProcessBuilder(command: _*).redirectError(Redirect.to(log.toFile))
      builder.environment.put("SPARK_HOME", home.toString)
      builder.environment.put("SPARK_LOCAL_IP", "127.0.0.1")
      builder.environment.put("SPARK_SCALA_VERSION", "2.13")
      builder.start()
    }
    private val commands = new PrintWriter(process.outputWriter(UTF_8), true)
    private val answers: BufferedReader = process.inputReader(UTF_8)

    /** Sends a command, and returns the answer. */
    def ask(command: Seq[String]): Map[String, String] = {
      commands.println(command.mkString("\t"))
      val lines = Iterator.continually(answers.readLine())
      val answer = Future(lines.find(line => line == null || line.startsWith("answer")))
      val line =
        try Await.result(answer, 180.seconds).orNull
        catch {
          case _: TimeoutException =>
            process.destroyForcibly()
            null
        }
      if (line == null) throw new AssertionError(s"${command.mkString(" ")}: no answer\n${Files.readString(log)}")
      line.split('\t').tail.map(pair => pair.takeWhile(_ != '=') -> pair.dropWhile(_ != '=').tail).toMap
    }

    /** Ends the process, and with it the executors. */
    override def close(): Unit = {
      commands.close()
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.descendants.forEach(executor => executor.destroyForcibly())
        process.destroyForcibly().waitFor()
      }
    }
  }
}
