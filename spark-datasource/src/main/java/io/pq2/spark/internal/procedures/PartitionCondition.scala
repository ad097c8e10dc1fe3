package io.pq2.spark.internal.procedures

import io.pq2.exception.InvalidDataException
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, GenericInternalRow, PlanExpression}
import org.apache.spark.sql.catalyst.plans.logical.{Filter, LocalRelation, Project}
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.{IntegerType, StructType}

/** Selects partitions by a condition on partition columns. */
private[procedures] object PartitionCondition {

  /** Returns the partitions for which a condition is true.
    *
    * @param condition
    *   an expression of SQL
    * @param table
    *   the name of the table, for messages
    * @param schema
    *   the partition columns
    * @param partitions
    *   the partitions with their values
    * @throws InvalidDataException
    *   if the condition has a column that is no partition column, or a subquery
    */
  def select[A](
      session: SparkSession,
      condition: String,
      table: String,
      schema: StructType,
      partitions: Seq[(InternalRow, A)]
  ): Seq[A] = {
    val expression = session.sessionState.sqlParser.parseExpression(condition)
    check(session, expression, table, schema)
    // The name of the index cannot be that of a column, because a condition can only name partition columns.
    val index = AttributeReference("partition index", IntegerType, nullable = false)()
    val rows = partitions.zipWithIndex.map { case ((values, _), i) =>
      new GenericInternalRow((values.toSeq(schema) :+ i).toArray[Any])
    }
    val relation = LocalRelation(DataTypeUtils.toAttributes(schema) :+ index, rows)
    val query = session.sessionState.executePlan(Project(Seq(index), Filter(expression, relation)))
    query.executedPlan.executeCollect().toSeq.map(row => partitions(row.getInt(0))._2)
  }

  private def check(session: SparkSession, condition: Expression, table: String, schema: StructType): Unit = {
    if (condition.exists(_.isInstanceOf[PlanExpression[_]])) {
      throw new InvalidDataException("where has a subquery; it can only compare partition columns with constants")
    }
    val resolver = session.sessionState.conf.resolver
    val columns = schema.fieldNames.toSeq
    condition.foreach {
      case column: UnresolvedAttribute if !columns.exists(resolver(_, column.nameParts.head)) =>
        throw new InvalidDataException(
          s"where names ${column.name}, which is not a partition column of $table. " +
            (if (columns.isEmpty) "The table has no partition columns: leave where out"
             else columns.mkString("Its partition columns are ", ", ", ""))
        )
      case _ =>
    }
  }
}
