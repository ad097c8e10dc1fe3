package io.pq2.spark.internal.rules

import java.io.File
import java.util.jar.JarFile

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.internal.options.{Setting, SparkReadingKeys}
import io.pq2.spark.SparkSpec
import io.pq2.spark.internal.files.scan.RowDemand
import io.pq2.spark.internal.operators.{Pq2BroadcastJoinExec, Pq2FilterExec, Pq2PartialAggregateExec}
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.SettingOrder
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.functions.{avg, broadcast, col, countDistinct, lit, max, stddev, sum}

/** The list has every rule, and each switch turns off what its rules do, by V1 and V2. */
class SessionRulesSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  import SessionRulesSpec.Case

  private lazy val values: String = {
    val path = newPath("values")
    spark.range(0, 4000, 1, 1).selectExpr("id", "id % 7 AS k", "concat('a', id % 10, 'b') AS s")
      .write.option("parquet.block.row.count.limit", "1000").format("pq2").save(path)
    path
  }

  private lazy val few: String = {
    val path = newPath("few")
    val columns = Seq("a", "b", "c", "d").map(name => s"'a text that all rows have' AS $name")
    spark.range(0, 300, 1, 1).selectExpr("id" +: columns: _*).write.format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def has(frame: DataFrame)(node: PartialFunction[SparkPlan, Boolean]): Boolean =
    collectWithSubqueries(frame.queryExecution.executedPlan)(node).contains(true)

  /** A query for each switch of pq2, and whether a rule with that switch changed its plan. */
  private val cases: Map[String, Case] = Map[Setting[_], Case](
    SparkReadingKeys.PARTIAL_AGGREGATES -> Case(
      _.groupBy("k").agg(sum("id")),
      frame => has(frame) { case _: Pq2PartialAggregateExec => true }
    ),
    SparkReadingKeys.BATCH_FILTERS -> Case(
      _.where("s LIKE '%1%b'").select("id"),
      frame => has(frame) { case _: Pq2FilterExec => true }
    ),
    SparkReadingKeys.FIRST_ROWS -> Case(
      _.orderBy(col("id").desc).limit(3),
      frame =>
        has(frame) {
          case scan: Pq2FileSourceScanExec                 => scan.demand ne RowDemand.ALL
          case BatchScanExec(_, scan: Pq2Scan, _, _, _, _) => scan.demand ne RowDemand.ALL
        }
    ),
    SparkReadingKeys.RUNTIME_FILTERS -> Case(
      frame => frame.join(broadcast(spark.range(100).where("id % 50 = 3").toDF("other")), col("id") === col("other")),
      frame =>
        has(frame) {
          case scan: Pq2FileSourceScanExec                       => scan.hasKeys
          case BatchScanExec(_, scan: Pq2Scan, filters, _, _, _) => scan.hasRuntimeFilters || filters.nonEmpty
        }
    ),
    SparkReadingKeys.AGGREGATES -> Case(
      _.agg(countDistinct(lit(1)), max("id")),
      frame =>
        has(frame) { case scan: BatchScanExec =>
          scan.scan.description().matches("(?s).*PushedAggregation: \\[[^\\]]+\\].*")
        }
    ),
    SparkReadingKeys.BATCH_JOINS -> Case(
      frame =>
        frame.join(broadcast(spark.range(100).toDF("other")), col("id") === col("other")).groupBy("k").agg(sum("id")),
      frame => has(frame) { case _: Pq2BroadcastJoinExec => true },
      needs = Set(SparkReadingKeys.PARTIAL_AGGREGATES)
    ),
    SparkReadingKeys.SMALL_FILE_BROADCASTS -> Case(
      frame => frame.join(pq2(few), "id").select("k", "a", "b", "c", "d"),
      frame => has(frame) { case join: BroadcastHashJoinExec => SmallFileBroadcasts.isMarked(join) },
      // The rows take 6 KB in a file, and 60 KB in memory.
      Seq("spark.sql.autoBroadcastJoinThreshold" -> "12000", "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "1"),
      needs = Set(SparkReadingKeys.MAX_FOOTERS)
    ),
    SparkReadingKeys.MAX_FOOTERS -> Case(
      _.select("id"),
      frame => frame.queryExecution.optimizedPlan.stats.rowCount.isDefined
    )
  ).map { case (setting, one) => ofSession(setting) -> one }

  private def ofSession(setting: Setting[_]): String = SettingOrder.SESSION_PREFIX + setting.name

  private val ofPq2: Seq[(String, String)] = SessionRules.switches.filter { case (key, _) =>
    SettingOrder.isOfSession(key) && key != Replacement.Key
  }

  test("the list has every rule") {
    assert(SessionRulesSpec.rules === SessionRules.All.map(_.name).distinct.sorted)
  }

  test("rules without a switch say why, and each switch of pq2 has a query") {
    SessionRules.All.map(_.switch).collect { case Switch.Absent(reason) => assert(reason.endsWith(".")) }
    assert(cases.keySet === ofPq2.map(_._1).toSet)
  }

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: each switch turns off its rules, and no others") {
      withConf("spark.sql.adaptive.enabled" -> adaptive, "spark.sql.cbo.enabled" -> "true") {
        for ((key, one) <- cases) withConf(one.settings: _*) {
          val expected = rows(one.query(builtInOnce(values)))
          val (own, all) = ofPq2.partition(_._1 == key)
          val others = all.filterNot { case (other, _) => one.needs.exists(ofSession(_) == other) }
          for (off <- Seq(Nil, own, others, ofPq2))
            withConf(off: _*) {
              val frame = one.query(read(values))
              assert(rows(frame) === expected, s"$key with $off")
              assert(one.isApplied(frame) === !off.exists(own.contains), s"$key with $off:\n${frame.queryExecution}")
            }
        }
      }
    }

  test("an option of the scan comes before the session") {
    val settings = Seq(SparkReadingKeys.PARTIAL_AGGREGATES, SparkReadingKeys.BATCH_FILTERS, SparkReadingKeys.FIRST_ROWS)
    for (setting <- settings; key = ofSession(setting)) {
      def isApplied(option: String): Boolean = {
        val frame = cases(key).query(spark.read.format("pq2").option(setting.name, option).load(values))
        frame.collect()
        cases(key).isApplied(frame)
      }
      assert(!isApplied("false"), key)
      withConf(key -> "false")(assert(isApplied("true"), key))
    }
  }

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: the scan says what stays in Spark, and why") {
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        def notes(frame: DataFrame): String = {
          frame.collect()
          val scans =
            collectLeaves(stripAQEPlan(frame.queryExecution.executedPlan)).map(_.verboseStringWithOperatorId())
          "LeftToSpark: \\[(.*)\\]".r.findFirstMatchIn(scans.mkString("\n")).fold("")(_.group(1))
        }
        val table = read(values)
        assert(notes(table.where("id > 5 AND s LIKE '%1%b'")) === "")
        assert(notes(table.groupBy("k").agg(sum("id"))) === "")
        assert(
          notes(
            table.where("hash(id, k) % 7 = 2")
          ).matches(
            "Filter: \\(\\(hash\\(.*\\) % 7\\) = 2\\) is not tested on batches: " +
              "hash\\(.*\\) is computed by Spark's code only"
          )
        )
        assert(notes(table.groupBy("k").agg(
          avg("k"),
          stddev("id")
        )).matches("HashAggregate: .*stddev.* is not computed on batches: it is not known to pq2"))
        assert(
          notes(table.selectExpr("explode(split(s, '1')) AS part").groupBy("part").count())
            .matches("HashAggregate: split\\(.*\\) is not computed on batches: it is not known to pq2")
        )
        val other = spark.range(3000).toDF("other")
        assert(
          notes(table.join(broadcast(other), col("id") === col("other"))) ===
            "BroadcastHashJoin: the scan gets no keys of id: the other side of the join has no condition"
        )
      }
    }

  private def rows(frame: DataFrame): Seq[String] = SparkSpec.sorted(frame.collect())
}

private object SessionRulesSpec {

  /** @param isApplied whether the rule changed the plan of a query that has run
    * @param settings settings of Spark that the query needs
    * @param needs the switches of other rules that must be on
    */
  final case class Case(
      query: DataFrame => DataFrame,
      isApplied: DataFrame => Boolean,
      settings: Seq[(String, String)] = Nil,
      needs: Set[Setting[_]] = Set.empty
  )

  /** Returns the names of all rules and checks in the package, in alphabetical order. */
  def rules: Seq[String] = {
    val folder = classOf[SessionRule[_]].getPackageName.replace('.', '/') + "/"
    val source = new File(classOf[SessionRule[_]].getProtectionDomain.getCodeSource.getLocation.toURI)
    val files =
      if (source.isDirectory) new File(source, folder).list().toSeq.map(folder + _)
      else new JarFile(source).entries().asScala.map(_.getName).filter(_.startsWith(folder)).toSeq
    files.filter(_.endsWith(".class"))
      .map(file => Class.forName(file.stripSuffix(".class").replace('/', '.'), false, getClass.getClassLoader))
      .filter(isRule)
      .map(_.getName.split('.').last.stripSuffix("$").replace('$', '.'))
      .filterNot(_.startsWith("SessionRule"))
      .sorted
  }

  private def isRule(candidate: Class[_]): Boolean = {
    val isCheck = classOf[LogicalPlan => Unit].isAssignableFrom(candidate) &&
      candidate.getMethods.exists(method =>
        method.getName == "apply" && method.getParameterTypes.toSeq == Seq(classOf[LogicalPlan]) &&
          method.getReturnType == Void.TYPE
      )
    !candidate.isAnonymousClass &&
    (isCheck || classOf[Rule[_]].isAssignableFrom(candidate) ||
      classOf[SparkStrategy].isAssignableFrom(candidate))
  }
}
