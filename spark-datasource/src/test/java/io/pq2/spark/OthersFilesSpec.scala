package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.types.StructType

/** Reads the files of apache/parquet-testing and of public data sets through Spark, by V2 and V1, and compares them
  * with Spark's built-in source. The last columns of the tables in docs/files.md list the expected results.
  */
class OthersFilesSpec extends SparkSpec {

  private val shared = Path.of(System.getProperty("pq2.shared", "../../shared"))
  private lazy val document = Files.readAllLines(Path.of("../../docs/files.md")).asScala.toSeq

  /** A line about a file.
    *
    * @param rows the number of rows, if the file is read
    * @param spark the expected result
    */
  private case class Line(rows: Option[Long], spark: String)

  private def cells(line: String): Seq[String] = line.split("\\|").toSeq.tail.map(_.trim.replace("`", ""))

  private val lines: Map[String, Line] = document.filter(_.startsWith("| `")).map { line =>
    val values = cells(line)
    values.head -> Line(values(1).toLongOption, values.last)
  }.toMap

  /** What reading gave: the schema and the sorted rows. */
  private type Content = (StructType, Seq[String])

  private def read(frame: => DataFrame): Try[Content] = Try((frame.schema, SparkSpec.sorted(frame.collect())))

  /** Returns the result of pq2, V2 and V1 alike, and how it compares with the built-in source. */
  private def result(file: Path): (Try[Content], String) = {
    val path = file.toAbsolutePath.normalize.toString
    val found = read(pq2(path))
    val byV1 = read(pq2V1(path))
    assert(found.toOption === byV1.toOption, s"V2: $found\nV1: $byV1")
    val text = (found, read(builtIn(path))) match {
      case (Success(mine), Success(other)) if mine == other       => "same"
      case (Success(mine), Success(other)) if mine._2 == other._2 => s"same rows: ${differences(mine._1, other._1)}"
      case (Success(_), Success(_))                               => "other rows"
      case (Success(_), Failure(error))                           => s"only pq2: ${reason(error)}"
      case (Failure(error), _)                                    => s"not read: ${reason(error)}"
    }
    (found, text)
  }

  private def differences(mine: StructType, other: StructType): String =
    mine.zip(other).collect { case (a, b) if a != b => s"${a.name} ${a.dataType.sql}, not ${b.dataType.sql}" }
      .mkString(", ")

  /** Returns the condition of the innermost error that has one, or else the name of the innermost error's class. */
  private def reason(error: Throwable): String = {
    def innermost = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq.last
    SparkSpec.conditions(error).lastOption.getOrElse(innermost.getClass.getSimpleName)
  }

  private def forEach(folder: String)(check: (String, Path) => Unit): Unit = {
    val root = shared.resolve(folder)
    if (!Files.isDirectory(root)) test(s"$folder")(cancel(s"needs $folder in the folder of the property pq2.shared"))
    else {
      val files = if (folder == "real") Files.list(root) else Files.walk(root)
      try files.iterator.asScala.filter(file => file.toString.matches(".*\\.parquet(\\.encrypted)?")).toSeq.sorted
          .foreach(file => test(s"$folder/${root.relativize(file)}")(check(root.relativize(file).toString, file)))
      finally files.close()
    }
  }

  for (folder <- Seq("data", "shredded_variant"))
    forEach(s"parquet-testing/$folder") { (name, file) =>
      val line = lines.getOrElse(s"$folder/$name", Line(None, "same"))
      assume(!line.spark.startsWith("not compared"), line.spark)
      // Spark 4.0 does not read shredded variants by default.
      val (found, text) = withConf("spark.sql.variant.allowReadingShredded" -> "true")(result(file))
      // A reason may follow the condition of an error.
      assert(line.spark === text || line.spark.startsWith(s"$text, ") || isRefusedByOlder(text))
      if (found.isSuccess && line.rows.isDefined) assert(found.get._2.size === line.rows.get)
    }

  forEach("parquet-testing/bad_data") { (name, file) =>
    val documented = document.find(_.startsWith(s"| $name |")).map(cells(_).last)
    val text = result(file)._1 match {
      case Success((_, rows)) => s"${rows.size} rows"
      case Failure(_)         => "refused"
    }
    assert(documented === Some(text))
  }

  forEach("real") { (name, file) =>
    val text = result(file)._2
    assert(text === "same" || isRefusedByOlder(text), name)
  }

  /** Whether only the built-in source of an older version of Spark refuses a file. */
  private def isRefusedByOlder(text: String): Boolean = !isSpark("4.2") && text.startsWith("only pq2: ")
}
