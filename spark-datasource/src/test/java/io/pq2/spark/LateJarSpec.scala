package io.pq2.spark

import java.net.URL
import java.util.{Collections, Enumeration, ServiceConfigurationError}

import org.apache.spark.sql.{SparkSession, SparkSessionExtensionsProvider}

/** A session that was created before the jar of pq2 was added does not have its rules. Each use of pq2 fails there with
  * an error that says what to do, and other queries work.
  */
@CorePart
class LateJarSpec extends SparkSpec {

  /** Runs a block with an active session that was created without the extensions on the class path. */
  private def withLateSession(body: SparkSession => Unit): Unit = {
    val extended = spark
    val thread = Thread.currentThread
    val loader = thread.getContextClassLoader
    thread.setContextClassLoader(new LateJarSpec.WithoutExtensions(loader))
    try {
      val late = SparkSession.builder().create()
      thread.setContextClassLoader(loader)
      body(late)
    } finally {
      thread.setContextClassLoader(loader)
      SparkSession.setActiveSession(extended)
      SparkSession.setDefaultSession(extended)
    }
  }

  private def uses(path: String): Seq[(String, SparkSession => Any)] = Seq(
    ("read", _.read.format("pq2").load(path).count()),
    ("read with a schema", _.read.schema("id BIGINT").format("pq2").load(path).count()),
    ("write", _.range(10).write.format("pq2").save(s"$path-written")),
    ("path in SQL", _.sql(s"SELECT * FROM pq2.`$path`").count()),
    ("table", _.sql("CREATE TABLE late (id INT) USING pq2")),
    ("table of a query", _.sql("CREATE TABLE late USING pq2 AS SELECT 1 AS id")),
    ("stream", _.readStream.schema("id BIGINT").format("pq2").load(path)),
    ("explanation", _.read.format("pq2-explain").load(path).count()),
    ("compaction", Compaction.compact(_, path))
  )

  test("each use of pq2 fails before it does anything") {
    val path = newPath("late")
    spark.range(10).write.format("pq2").save(path)
    withLateSession { late =>
      for (session <- Seq(late, late.newSession()); (name, use) <- uses(path)) withClue(s"$name: ") {
        SparkSession.setActiveSession(session)
        val error = intercept[ServiceConfigurationError](use(session))
        assert(error.getMessage.contains("The session was created without the jar of pq2"))
        assert(error.getMessage.contains("--jars"))
      }
      SparkSession.setActiveSession(late)
      assert(late.read.parquet(path).count() === 10)
    }
    assert(!java.nio.file.Files.exists(java.nio.file.Path.of(s"$path-written")))
    // Sessions with the rules are not affected.
    assert(pq2(path).count() === 10)
    assert(spark.newSession().read.format("pq2").load(path).count() === 10)
  }
}

private object LateJarSpec {

  /** A loader of classes that does not find the extensions of sessions. */
  final class WithoutExtensions(parent: ClassLoader) extends ClassLoader(parent) {

    private val services = s"META-INF/services/${classOf[SparkSessionExtensionsProvider].getName}"

    override def getResources(name: String): Enumeration[URL] =
      if (name == services) Collections.emptyEnumeration[URL] else super.getResources(name)
  }
}
