package io.pq2.spark.internal.rules

import scala.collection.mutable

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, Count}
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, LogicalPlan, Project, Subquery}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.{RequestedVariantField, StructPath}
import org.apache.spark.sql.types.{BooleanType, VariantType}

/** Extracts the fields of variants that an aggregate uses below the aggregate, where scans can take them over: Spark
  * pushes only extractions of projections and filters.
  *
  * An extraction that can fail is evaluated on the same rows as before: if the aggregate does not evaluate it on all
  * rows of the relation, only a variant is extracted below the aggregate, and cast where it was. `COUNT(v)` only tests
  * whether variants are null. Runs before [[VariantFields]] and Spark's `PushVariantIntoScan`.
  */
final private[spark] class VariantsInAggregates(session: SparkSession) extends Rule[LogicalPlan] {

  import VariantsInAggregates._

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    // Spark rewrites a correlated subquery to a join later.
    case subquery: Subquery if subquery.correlated => plan
    case _                                         =>
      plan.transform { case aggregate: Aggregate =>
        aggregate.child match {
          case PhysicalOperation(columns, filters, relation) =>
            VariantScans.of(session, relation).flatMap(rewritten(aggregate, columns, filters, _)).getOrElse(aggregate)
          case _ => aggregate
        }
      }
  }

  private def rewritten(
      original: Aggregate,
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      scan: VariantScans.Scan
  ): Option[Aggregate] = {
    val aggregate = countingNulls(original)
    val expressions = aggregate.groupingExpressions ++ aggregate.aggregateExpressions
    val stored = new StoredExpressions(columns)
    val known = (columns ++ filters).flatMap(extractions).map(_.canonicalized).toSet
    val onAllRows =
      if (filters.forall(scan.isOnPartitions(session, _))) {
        // What surrounds a function in the result is no condition of it.
        val functions = aggregate.aggregateExpressions.flatMap(_.collect { case f: AggregateExpression => f })
        (aggregate.groupingExpressions ++ functions).flatMap(AlwaysEvaluated.in)
          .filter(variant(_).isDefined).map(_.canonicalized).toSet
      } else Set.empty[Expression]
    def canMove(extraction: Expression) = !canFail(extraction) || known(stored(extraction).canonicalized) ||
      onAllRows(extraction.canonicalized)

    val found = expressions.flatMap(extractions)
    val whole = expressions.flatMap(wholes) ++
      found.filter(extraction => !extraction.isInstanceOf[VariantGet] && !canMove(extraction)).flatMap(variant)
    val candidates = found.flatMap(variant).distinct.filterNot(v => whole.exists(v.isIn))

    def below(variants: Seq[Variant]): Aggregate = {
      val fields = mutable.LinkedHashMap.empty[Expression, Alias]
      def field(extraction: Expression): Attribute =
        fields.getOrElseUpdate(extraction.canonicalized, Alias(extraction, "_variantfield")()).toAttribute
      def rewrite[E <: Expression](expression: E): E = expression.transformDown {
        case extraction if variant(extraction).exists(variants.contains) =>
          extraction match {
            case get: VariantGet if !canMove(get) =>
              get.copy(child = field(get.copy(targetType = VariantType)), path = Literal("$"))
            case _ => field(extraction)
          }
      }.asInstanceOf[E]
      val grouping = aggregate.groupingExpressions.map(rewrite)
      val functions = aggregate.aggregateExpressions.map(rewrite)
      val used = AttributeSet(grouping ++ functions)
      val child = Project(aggregate.child.output.filter(used.contains) ++ fields.values, aggregate.child)
      aggregate.copy(groupingExpressions = grouping, aggregateExpressions = functions, child = child)
    }

    /** Whether the scan reads no whole variants. */
    def onlyFields(result: Aggregate): Variant => Boolean = {
      val projected = result.child.asInstanceOf[Project].projectList.map(stored(_))
      val requested = VariantFields.requested(projected ++ filters, scan.output)
      v =>
        stored(v).exists { original =>
          requested.mapping.get(original.attribute).flatMap(_.get(original.path))
            .exists(fields => !fields.contains(RequestedVariantField.fullVariant))
        }
    }

    val useful = if (candidates.isEmpty) candidates else candidates.filter(onlyFields(below(candidates)))
    if (useful.isEmpty) None else Some(below(useful))
  }
}

private object VariantsInAggregates {

  /** A variant in the output of a plan.
    *
    * @param path
    *   the ordinals of the fields that lead to it, if it is in a struct
    */
  final private case class Variant(attribute: ExprId, path: Seq[Int]) {

    /** Whether another place is this variant, or a struct around it. */
    def isIn(other: Variant): Boolean = attribute == other.attribute && path.startsWith(other.path)
  }

  /** The expressions of a projection in terms of the relation below it. */
  final private class StoredExpressions(columns: Seq[NamedExpression]) {

    private val aliases = columns.collect { case alias: Alias => alias.exprId -> alias.child }.toMap

    def apply(expression: Expression): Expression = expression match {
      case attribute: Attribute => aliases.getOrElse(attribute.exprId, attribute)
      case _ => expression.transform { case attribute: Attribute => aliases.getOrElse(attribute.exprId, attribute) }
    }

    def apply(variant: Variant): Option[Variant] = aliases.get(variant.attribute) match {
      case Some(StructPath(attribute, path)) => Some(Variant(attribute, path ++ variant.path))
      case Some(_)                           => None
      case None                              => Some(variant)
    }
  }

  /** Returns the variant whose field an expression extracts, or that it casts or compares with null. */
  private def variant(expression: Expression): Option[Variant] = expression match {
    case VariantGet(StructPath(attribute, path), field, _, _, _) if field.foldable => Some(Variant(attribute, path))
    case Cast(OfVariant(variant), _, _, _)                                         => Some(variant)
    case IsNull(OfVariant(variant))                                                => Some(variant)
    case IsNotNull(OfVariant(variant))                                             => Some(variant)
    case _                                                                         => None
  }

  private object OfVariant {
    def unapply(expression: Expression): Option[Variant] = expression match {
      case StructPath(attribute, path) if expression.dataType == VariantType => Some(Variant(attribute, path))
      case _                                                                 => None
    }
  }

  private def extractions(expression: Expression): Seq[Expression] =
    if (variant(expression).isDefined) Seq(expression) else expression.children.flatMap(extractions)

  /** Returns an aggregate that counts variants by whether they are null, and so needs no values: `COUNT(v)` becomes
    * `COUNT(IF(v IS NULL, NULL, TRUE))`.
    */
  private def countingNulls(aggregate: Aggregate): Aggregate =
    aggregate.copy(aggregateExpressions = aggregate.aggregateExpressions.map(_.transform {
      case function @ AggregateExpression(count: Count, _, false, _, _) if count.children.exists(isStored) =>
        val arguments = count.children.map { argument =>
          if (isStored(argument)) If(IsNull(argument), Literal(null, BooleanType), Literal(true)) else argument
        }
        function.copy(aggregateFunction = count.copy(arguments))
    }.asInstanceOf[NamedExpression]))

  private def isStored(expression: Expression): Boolean = OfVariant.unapply(expression).isDefined

  /** Returns what an expression uses otherwise than by extractions. */
  private def wholes(expression: Expression): Seq[Variant] = expression match {
    case _ if variant(expression).isDefined => Nil
    case StructPath(attribute, path)        => Seq(Variant(attribute, path))
    case _                                  => expression.children.flatMap(wholes)
  }

  private def canFail(extraction: Expression): Boolean = extraction match {
    case get: VariantGet => get.failOnError && get.dataType != VariantType
    case cast: Cast      => cast.evalMode != EvalMode.TRY
    case _               => false
  }
}
