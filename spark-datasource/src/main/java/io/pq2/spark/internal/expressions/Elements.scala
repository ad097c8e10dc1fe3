package io.pq2.spark.internal.expressions

import scala.collection.mutable

import io.pq2.spark.internal.expressions.ImpliedConditions.{Bounds, Column}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

/** Replaces a condition on an array or map by a condition on its elements, keys or values. The new condition is written
  * as if the array had a field `element`, or the map fields `key` and `value` ([[FilterColumns]]). It is true for a row
  * if one element or entry satisfies it. So it is true for all rows for which the original is, and may be true for
  * others.
  *
  * Only expressions that fail for no row are replaced.
  */
private[expressions] object Elements {

  val ofContains: PartialFunction[ArrayContains, Option[Expression]] = {
    case ArrayContains(AnyElement(element), value: Literal) if value.value != null => Some(EqualTo(element, value))
  }

  val ofOverlap: PartialFunction[ArraysOverlap, Option[Expression]] = {
    case ArraysOverlap(AnyElement(element), ConstantList(values)) => oneOf(element, values)
    case ArraysOverlap(ConstantList(values), AnyElement(element)) => oneOf(element, values)
  }

  val ofExists: PartialFunction[ArrayExists, Option[Expression]] = {
    case ArrayExists(AnyElement(element), LambdaFunction(body, Seq(variable: NamedLambdaVariable), _), _)
        if neverFails(body) =>
      Some(ImpliedConditions.of(body.transform {
        case value: NamedLambdaVariable if value.exprId == variable.exprId => element
      }))
  }

  /** The size of null is null or -1. */
  def ofSize(size: Size, constant: Literal, bounds: Bounds): Option[Expression] = (size.child, constant.value) match {
    case (Column(array), count: Int) if bounds.lower && count >= 0 => Some(IsNotNull(array))
    case _                                                         => None
  }

  private def oneOf(element: Expression, values: Seq[Literal]): Option[Expression] =
    if (values.isEmpty) None else Some(In(element, values))

  /** Replaces lookups in conditions that are not true for null: an entry has the key, and one has the value. */
  def ofLookup(condition: Expression): Option[Expression] = {
    val lookups = condition.collect { case Lookup(lookup) => lookup }
    if (lookups.isEmpty || !neverFails(condition)) None
    else {
      val onValue = condition.transformDown { case Lookup(lookup) => lookup.value }
      if (isOtherForNull(onValue)) Some(lookups.flatMap(_.condition).foldLeft(ImpliedConditions.of(onValue))(And(_, _)))
      else None
    }
  }

  /** Whether a condition that never fails is on one column, and is not true where the column is null. */
  private def isOtherForNull(condition: Expression): Boolean = {
    val columns = mutable.Set.empty[Expression]
    val onNull = condition.transformDown { case Column(column) =>
      columns += column.canonicalized
      Literal(null, column.dataType)
    }
    columns.size == 1 && onNull.eval() != true
  }

  /** Whether an expression has a result for all values of its columns. */
  private def neverFails(expression: Expression): Boolean =
    expression.deterministic && !expression.exists(ExpressionTable.mayFail)

  /** Whether the result for an index beyond the elements of an array is null. No array has an index of 0. */
  def isLenient(element: ElementAt): Boolean = !element.failOnError &&
    (element.right match {
      case Literal(index: Int, _) => index != 0
      case _                      => false
    })

  /** A value that is looked up in an array or map, null if it has none.
    *
    * @param value any of the values
    * @param condition what holds where the value is not null
    */
  final private case class LookedUp(value: Expression, condition: Option[Expression])

  private object Lookup {
    def unapply(expression: Expression): Option[LookedUp] = expression match {
      case GetMapValue(Column(map), key: Literal)                   => ofMap(map, key)
      case ElementAt(Column(map), key: Literal, _, _) if isMap(map) => ofMap(map, key)
      case GetArrayItem(Column(array), _: Literal, false)           => Some(LookedUp(element(array), None))
      case lookup @ ElementAt(Column(array), _, None, _) if !isMap(array) && isLenient(lookup) =>
        Some(LookedUp(element(array), None))
      case _ => None
    }

    private def isMap(column: Expression): Boolean = column.dataType.isInstanceOf[MapType]

    private def ofMap(map: Expression, key: Literal): Option[LookedUp] =
      if (key.value == null) None else Some(LookedUp(entryValue(map), Some(EqualTo(entryKey(map), key))))
  }

  /** An array of elements of a column; the result is any of them. */
  private object AnyElement {
    def unapply(array: Expression): Option[Expression] = array match {
      case Column(column) if column.dataType.isInstanceOf[ArrayType] => Some(element(column))
      case MapKeys(Column(map))                                      => Some(entryKey(map))
      case MapValues(Column(map))                                    => Some(entryValue(map))
      case fields: GetArrayStructFields                              =>
        unapply(fields.child).map(GetStructField(_, fields.ordinal, Some(fields.field.name)))
      case _ => None
    }
  }

  /** The values of a constant array, without nulls. */
  private object ConstantList {
    def unapply(expression: Expression): Option[Seq[Literal]] = expression match {
      case Literal(array: ArrayData, ArrayType(elementType, _)) =>
        Some(array.toSeq[Any](elementType).filter(_ != null).map(Literal(_, elementType)))
      case _ => None
    }
  }

  private def element(array: Expression): Expression = array.dataType match {
    case ArrayType(elementType, _) => field(array, StructType(Seq(StructField(FilterColumns.ELEMENT, elementType))), 0)
    case other                     => throw new IllegalArgumentException(s"no array: $other")
  }

  private def entryKey(map: Expression): Expression = field(map, entries(map), 0)

  private def entryValue(map: Expression): Expression = field(map, entries(map), 1)

  private def entries(map: Expression): StructType = map.dataType match {
    case MapType(keyType, valueType, _) =>
      StructType(Seq(StructField(FilterColumns.KEY, keyType), StructField(FilterColumns.VALUE, valueType)))
    case other => throw new IllegalArgumentException(s"no map: $other")
  }

  private def field(column: Expression, as: StructType, ordinal: Int): Expression =
    GetStructField(withType(column, as), ordinal, Some(as(ordinal).name))

  /** Returns a column, or a field of a struct, as if it had another type. */
  private def withType(column: Expression, dataType: DataType): Expression = column match {
    case attribute: Attribute =>
      AttributeReference(attribute.name, dataType, attribute.nullable)(attribute.exprId, attribute.qualifier)
    case GetStructField(parent, ordinal, name) =>
      val fields = parent.dataType.asInstanceOf[StructType].fields
      val changed = fields.updated(ordinal, fields(ordinal).copy(dataType = dataType))
      GetStructField(withType(parent, StructType(changed)), ordinal, name)
    case other => throw new IllegalArgumentException(s"no column: $other")
  }
}
