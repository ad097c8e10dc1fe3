package io.pq2.spark

import java.util.concurrent.atomic.AtomicBoolean

import io.pq2.spark.internal.procedures.ResolveProcedures
import io.pq2.spark.internal.rules.SessionRules
import io.pq2.spark.internal.settings.SessionKeys
import io.pq2.spark.internal.versions.{ExtendedSessions, Installation}
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}
import org.slf4j.LoggerFactory

/** Extends each session: V1 scans report counts, footers answer aggregates of tables, table properties can be settings,
  * SET checks the settings of pq2, options and encryption are checked before a query overwrites anything, CALL finds
  * the procedures of pq2, and pq2 takes the place of Spark's Parquet source if the session says so. Spark loads it
  * automatically as a service. If `spark.sql.extensions` names it too, that has no effect.
  *
  * In a version of Spark for which the jar was not made, it does nothing but log a warning, once.
  */
class Pq2SessionExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    val problem = Installation.problem()
    if (problem.isEmpty) {
      SessionKeys.register()
      // Some rules must not run twice.
      if (ExtendedSessions.add(extensions)) SessionRules.inject(extensions, new ResolveProcedures(_))
    } else if (Pq2SessionExtensions.Warned.compareAndSet(false, true))
      LoggerFactory.getLogger(classOf[Pq2SessionExtensions]).warn("The session is not extended. {}", problem.get)
  }
}

object Pq2SessionExtensions {
  private val Warned = new AtomicBoolean
}
