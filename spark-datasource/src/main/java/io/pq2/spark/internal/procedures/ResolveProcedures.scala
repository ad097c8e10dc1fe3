package io.pq2.spark.internal.procedures

import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.{ResolvedProcedure, UnresolvedProcedure}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure
import org.apache.spark.sql.connector.catalog.{Identifier, ProcedureCatalog}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Finds the procedures of pq2 in CALL statements before Spark looks for a catalog `pq2`, so that no catalog needs to
  * be configured. Spark binds the arguments. A catalog that is named `pq2` takes precedence.
  */
final private[spark] class ResolveProcedures(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case UnresolvedProcedure(Seq(catalog, name))
        if catalog.equalsIgnoreCase(ResolveProcedures.Catalog) && name.equalsIgnoreCase(CompactProcedure.Name) &&
          !Sessions.state(session).catalogManager.isCatalogRegistered(catalog) =>
      val ident = Identifier.of(Array.empty, CompactProcedure.Name)
      ResolvedProcedure(new ResolveProcedures.Procedures(session), ident, new CompactProcedure(session))
  }
}

private[spark] object ResolveProcedures {

  private val Catalog = "pq2"

  /** A catalog for the procedures. Spark requires one for each procedure, and shows its name in plans. */
  final private class Procedures(session: SparkSession) extends ProcedureCatalog {
    override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = {}

    override def name(): String = Catalog

    override def loadProcedure(ident: Identifier): UnboundProcedure = new CompactProcedure(session)

    // Spark has the method since version 4.1.
    def listProcedures(namespace: Array[String]): Array[Identifier] =
      if (namespace.isEmpty) Array(Identifier.of(namespace, CompactProcedure.Name)) else Array.empty
  }
}
