package io.pq2.spark.internal.reflection

import java.util.concurrent.atomic.AtomicLong

import io.pq2.spark.internal.operators.AwaitedKeysExec
import io.pq2.spark.{ListenerEvents, SparkSpec}
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, AdaptiveSparkPlanHelper}
import org.apache.spark.sql.execution.exchange.{Exchange, ShuffleExchangeExec}

/** This version of Spark finds a copy of an exchange equal to the exchange, and runs both as one stage. */
class StageCopiesSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private lazy val rows: String = {
    val path = newPath("rows")
    spark.range(0, 3000, 1, 2).selectExpr("id", "sha1(CAST(id AS STRING)) AS payload").write.format("pq2").save(path)
    path
  }

  private def planned(query: String): SparkPlan =
    spark.sql(query).queryExecution.executedPlan.asInstanceOf[AdaptiveSparkPlanExec].initialPlan

  test("a copy has the result and the children of its exchange, and no logical plan of the query") {
    pq2(rows).createOrReplaceTempView("r")
    Seq(
      "SELECT count(*) FROM r GROUP BY payload",
      "SELECT /*+ BROADCAST(b) */ a.id FROM r a JOIN r b ON a.id = b.id"
    ).foreach { query =>
      val exchange = planned(query).collectFirst { case exchange: Exchange => exchange }.get
      val copy = StageCopies.of(exchange).get
      assert(copy.sameResult(exchange), query)
      assert((copy ne exchange) && (copy.children.head eq exchange.children.head), query)
      assert(copy.logicalLink.isDefined && copy.logicalLink != exchange.logicalLink, query)
    }
  }

  test("an exchange of many operators is not copied") {
    pq2(rows).createOrReplaceTempView("r")
    val query = Seq.fill(151)("SELECT id FROM r").mkString("SELECT id, count(*) FROM (", " UNION ALL ", ") GROUP BY id")
    val exchange = planned(query).collectFirst { case exchange: ShuffleExchangeExec => exchange }.get
    assert(StageCopies.of(exchange).isEmpty)
  }

  test("a copy and its exchange run once") {
    pq2(rows).createOrReplaceTempView("r")
    val query = "SELECT b.payload FROM (SELECT * FROM r WHERE id < 200) a JOIN r b ON a.id = b.id"
    withConf(
      "spark.sql.autoBroadcastJoinThreshold" -> "-1",
      "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "-1",
      "spark.pq2.runtimeFilters.minBytes" -> "0",
      "spark.sql.adaptive.coalescePartitions.enabled" -> "true"
    ) {
      assert(planned(query).exists(_.isInstanceOf[AwaitedKeysExec]))
      val read = new AtomicLong
      val listener = new SparkListener {
        override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
          read.addAndGet(end.taskMetrics.inputMetrics.recordsRead)
      }
      spark.sparkContext.addSparkListener(listener)
      try {
        assert(spark.sql(query).count() === 200)
        ListenerEvents.await(spark.sparkContext)
      } finally spark.sparkContext.removeSparkListener(listener)
      // The smaller side has 200 rows, and its keys leave 200 rows of the other one.
      assert(read.get === 400)
    }
  }
}
