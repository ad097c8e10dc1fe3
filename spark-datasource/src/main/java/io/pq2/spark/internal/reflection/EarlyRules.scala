package io.pq2.spark.internal.reflection

import java.util.concurrent.atomic.AtomicBoolean

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.slf4j.LoggerFactory

/** Adds rules that run before Spark looks up the source of a path that a DataFrame reads.
  *
  * Of the rules that an extension can add, only hint resolution rules run that early, and the analyzer of sessions with
  * Hive support has none. That analyzer puts its own rules before the resolution rules of extensions, one by one:
  * `new ResolveDataSource(session) +: ... +: customResolutionRules`. For these sessions, the collection of resolution
  * rules is therefore one that keeps the early rules in front when another rule is prepended.
  */
private[spark] object EarlyRules {

  type Builder = SparkSession => Rule[LogicalPlan]

  private val logger = LoggerFactory.getLogger("io.pq2.spark.EarlyRules")

  /** Why sessions with Hive support lack the rules: Spark's class differs from the expected form. */
  @volatile private[reflection] var problem: Option[ReflectiveOperationException] = None

  private val reported = new AtomicBoolean

  /** Adds rules to all sessions. */
  def inject(extensions: SparkSessionExtensions, builders: Seq[Builder]): Unit = {
    builders.foreach(extensions.injectHintResolutionRule)
    problem =
      try {
        replaceBuilders(extensions, builders)
        None
      } catch {
        case e: ReflectiveOperationException => Some(e)
      }
  }

  /** Logs, once, what is missing in a session when it reads a path that the rules would have resolved. */
  def reportPath(session: SparkSession): Unit =
    if (problem.isDefined && HiveSupport.of(session) && reported.compareAndSet(false, true)) {
      logger.warn("With Hive support, Spark's own Parquet source infers the schemas of paths, but for SQL", problem.get)
    }

  /** Replaces the private collection of the builders of resolution rules. */
  private def replaceBuilders(extensions: SparkSessionExtensions, early: Seq[Builder]): Unit = {
    val field = classOf[SparkSessionExtensions].getDeclaredField("resolutionRuleBuilders")
    field.setAccessible(true)
    val others = field.get(extensions).asInstanceOf[collection.Seq[Builder]]
    val builders = new Builders(early)
    builders ++= others
    field.set(extensions, builders)
  }

  /** Builders of resolution rules. Spark maps them to the rules of a session. */
  final private class Builders(early: Seq[Builder]) extends ArrayBuffer[Builder] {
    override def map[B](build: Builder => B): ArrayBuffer[B] = {
      val ofHive = early.map[Builder](builder => session => if (HiveSupport.of(session)) builder(session) else NoRule)
      new Built(ofHive.map(build).filterNot(_ == NoRule), super.map(build))
    }
  }

  private object NoRule extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan
  }

  /** The rules of a session. */
  final private class Built[A](early: Seq[A], others: ArrayBuffer[A]) extends ArrayBuffer[A] {
    addAll(early)
    addAll(others)
    override def toSeq: Seq[A] = if (early.isEmpty) others.toSeq else new EarlyFirst(early, others.toSeq)
  }

  /** A sequence that begins with the same elements when others are prepended. */
  final private class EarlyFirst[+A](early: Seq[A], others: Seq[A]) extends collection.immutable.AbstractSeq[A] {
    override def length: Int = early.size + others.size
    override def apply(i: Int): A = if (i < early.size) early(i) else others(i - early.size)
    override def iterator: Iterator[A] = early.iterator ++ others.iterator
    override def prepended[B >: A](element: B): Seq[B] = new EarlyFirst[B](early, element +: others)
  }
}
