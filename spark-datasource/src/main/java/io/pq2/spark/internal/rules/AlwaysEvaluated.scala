package io.pq2.spark.internal.rules

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._

/** Finds the expressions in another one that are evaluated whenever that one is, with all their errors. Spark evaluates
  * other operands only under conditions: the second one of a sum only if the first one is not null.
  */
private[rules] object AlwaysEvaluated {

  /** Returns an expression, and all in it that are always evaluated. Some that are may be missing. */
  def in(expression: Expression): Seq[Expression] = expression +: operands(expression).flatMap(in)

  private def operands(expression: Expression): Seq[Expression] = expression match {
    case AggregateExpression(function, _, _, None, _)    => Seq(function)
    case AggregateExpression(_, _, _, Some(filter), _)   => Seq(filter)
    case Count(Seq(argument))                            => Seq(argument)
    case _: Sum | _: Average | _: Min | _: Max           => expression.children.take(1)
    case _: CentralMomentAgg | _: Collect[_]             => expression.children.take(1)
    case _: BitAggregate | _: HyperLogLogPlusPlus        => expression.children.take(1)
    case _: AggregateFunction                            => Nil
    case conditional: ConditionalExpression              => conditional.alwaysEvaluatedInputs
    case _: TryEval                                      => Nil
    case unary: UnaryExpression                          => Seq(unary.child)
    case operator @ (_: Add | _: Subtract | _: Multiply) => binary(operator)
    case comparison: BinaryComparison                    => binary(comparison)
    case logical @ (_: And | _: Or)                      => logical.children.take(1)
    case In(value, _)                                    => Seq(value)
    case _: HashExpression[_] | _: CreateNamedStruct     => expression.children
    case _                                               => Nil
  }

  private def binary(operator: Expression): Seq[Expression] =
    if (operator.children.head.nullable) operator.children.take(1) else operator.children
}
