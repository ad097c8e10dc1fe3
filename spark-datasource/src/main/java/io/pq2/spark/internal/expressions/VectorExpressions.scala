package io.pq2.spark.internal.expressions

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.expressions.ExpressionTable.{Text, apply => entry}
import io.pq2.spark.internal.kernel.conditions.TextCondition
import io.pq2.spark.internal.kernel.values._
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.datasources.VariantMetadata
import org.apache.spark.sql.types._

/** Translates expressions to nodes that are evaluated for whole batches. Equal expressions share a node. Fields of
  * structs are columns after those of a batch ([[BatchColumns]]).
  *
  * @param columns the columns of a batch
  */
final private[spark] class VectorExpressions(columns: Seq[Attribute]) {

  private val longNodes = mutable.Map.empty[Expression, Option[LongNode]]
  private val doubleNodes = mutable.Map.empty[Expression, Option[DoubleNode]]

  private val fields = mutable.LinkedHashMap.empty[Expression, StructFieldColumn]
  private val ordinals = mutable.Map.from(columns.map(_.exprId).zipWithIndex)

  /** Returns the index of a column of a batch, or of a field. */
  def ordinal(column: Attribute): Option[Int] = ordinals.get(column.exprId)

  /** Replaces fields of structs by columns. */
  def withFieldColumns[E <: Expression](expression: E): E = expression
    .transformDown {
      case VectorExpressions.StructPath(column, path) if ordinal(column).isDefined =>
        val field = path.last
        fields.getOrElseUpdate(field.canonicalized, newField(column, path)).column
    }
    .asInstanceOf[E]

  /** Undoes [[withFieldColumns]]: puts the fields of structs back in place of their columns. */
  def withoutFieldColumns(expression: Expression): Expression = expression.transformUp { case column: Attribute =>
    fields.values.find(_.column.exprId == column.exprId).fold[Expression](column)(_.field)
  }

  private def newField(column: Attribute, path: Seq[GetStructField]): StructFieldColumn = {
    val field = path.last
    val indexes = path.map(_.ordinal).toArray
    val asColumn = AttributeReference(field.sql, field.dataType, field.nullable)()
    ordinals += asColumn.exprId -> (columns.size + fields.size)
    StructFieldColumn(asColumn, field, new FieldPath(ordinal(column).get, indexes, field.dataType))
  }

  /** Returns the fields of structs in all expressions so far. */
  def structFields: java.util.List[FieldPath] = fields.values.map(_.path).toSeq.asJava

  /** Returns a node for whole numbers, decimals, dates, timestamps and booleans. */
  def longNode(expression: Expression): Option[LongNode] =
    longNodes
      .getOrElseUpdate(VectorExpressions.identity(expression), entry(expression).computed.longs(this, expression))

  /** Returns a node for an expression on columns whose values always fit 64 bits. */
  def shortLong(expression: Expression): Option[LongNode] =
    if (expression.references.exists(column => VectorExpressions.isLongDecimal(column.dataType))) None
    else longNode(expression)

  /** Returns where the arrays or maps are that an expression returns. */
  def elements(expression: Expression): Option[ElementPath] =
    entry(expression).computed.elements(this, expression)

  def elements(fields: GetArrayStructFields): Option[ElementPath] =
    elements(fields.child).map(structs => structs.copy(fields = structs.fields :+ fields.ordinal))

  def longs(column: Attribute): Option[LongNode] =
    if (VectorExpressions.isLong(column.dataType)) ordinal(column).map(new LongColumn(_, column.dataType)) else None

  def longs(size: Size): Option[LongNode] = size.child match {
    case column: Attribute => ordinal(column).map(new SizeColumn(_, column.dataType, size.legacySizeOfNull))
    case _                 => None
  }

  def longs(operation: Arithmetic, expression: BinaryArithmetic): Option[LongNode] =
    VectorExpressions.scales(operation, expression)
      .flatMap(scaled(operation, expression.left, expression.right, _, expression.dataType))

  /** The sum or difference of two numbers of the same scale. */
  def sum(operation: Arithmetic, a: Expression, b: Expression, result: DataType): Option[LongNode] =
    scaled(operation, a, b, (1, 1), result)

  /** @param scales the factors of both operands */
  private def scaled(
      operation: Arithmetic,
      a: Expression,
      b: Expression,
      scales: (Long, Long),
      result: DataType
  ): Option[LongNode] =
    for ((min, max) <- VectorExpressions.limits(result); left <- longNode(a); right <- longNode(b))
      yield new LongArithmetic(operation, left, right, scales._1, scales._2, min, max)

  def longs(absolute: Abs): Option[LongNode] =
    for ((_, max) <- VectorExpressions.limits(absolute.dataType); number <- longNode(absolute.child))
      yield new LongAbsolute(number, max)

  /** A division by a constant for which it does not fail. */
  def divided(result: LongDivision.Result, expression: BinaryArithmetic): Option[LongNode] =
    for (divisor <- VectorExpressions.divisor(result, expression); dividend <- longNode(expression.left))
      yield new LongDivision(result, dividend, divisor)

  def bits(operation: LongBits.Operation, left: Expression, right: Expression): Option[LongNode] =
    if (VectorExpressions.isInteger(left.dataType) && VectorExpressions.isInteger(right.dataType)) {
      for (a <- longNode(left); b <- longNode(right)) yield new LongBits(operation, a, b)
    } else None

  def timestampField(
      field: TimestampField.Field,
      timestamp: Expression,
      function: TimeZoneAwareExpression
  ): Option[LongNode] =
    longNode(timestamp).map(new TimestampField(field, _, function.zoneIdForType(timestamp.dataType)))

  def longs(truncated: TruncTimestamp): Option[LongNode] = truncated.format match {
    case Text(unit)
        if truncated.timestamp.dataType == TimestampType && TruncatedTimestamp.supports(unit) =>
      longNode(truncated.timestamp).map(new TruncatedTimestamp(unit, _, truncated.zoneId))
    case _ => None
  }

  /** A date, or a conversion that is exact if the result fits its type. */
  def longs(cast: Cast): Option[LongNode] =
    if (VectorExpressions.isDateOfTimestamp(cast)) timestampField(TimestampField.Field.DATE, cast.child, cast)
    else if (VectorExpressions.isWidening(cast)) longNode(cast.child)
    else scaled(cast)

  private def scaled(cast: Cast): Option[LongNode] = {
    val factor = (cast.child.dataType, cast.dataType) match {
      case (from, to) if VectorExpressions.isInteger(from) && VectorExpressions.isInteger(to) => Some(1L)
      case (from, to: DecimalType) if VectorExpressions.isInteger(from) => VectorExpressions.powerOfTen(to.scale)
      case (from: DecimalType, to: DecimalType) => VectorExpressions.powerOfTen(to.scale - from.scale)
      case _                                    => None
    }
    factor.flatMap(power => scaled(Arithmetic.ADD, cast.child, Literal(0L), (power, 1), cast.dataType))
  }

  /** Returns a node for DOUBLE, for whole numbers and FLOAT that are cast to it, and for columns and constants of
    * FLOAT.
    */
  def doubleNode(expression: Expression): Option[DoubleNode] =
    doubleNodes
      .getOrElseUpdate(VectorExpressions.identity(expression), entry(expression).computed.doubles(this, expression))

  def doubles(column: Attribute): Option[DoubleNode] =
    if (VectorExpressions.isFloating(column.dataType))
      ordinal(column).map(new DoubleColumn(_, column.dataType == FloatType))
    else None

  def doubles(operation: Arithmetic, expression: BinaryArithmetic): Option[DoubleNode] =
    if (expression.dataType != DoubleType) None
    else {
      for (left <- doubleNode(expression.left); right <- doubleNode(expression.right))
        yield new DoubleArithmetic(operation, left, right)
    }

  def doubles(cast: Cast): Option[DoubleNode] = (cast.child, cast.dataType) match {
    case (column: Attribute, DoubleType) if VectorExpressions.isFloating(column.dataType) => doubleNode(column)
    case (child, DoubleType) if VectorExpressions.isInteger(child.dataType) => longNode(child).map(new DoubleOfLong(_))
    case _                                                                  => None
  }

  def doubles(absolute: Abs): Option[DoubleNode] =
    if (absolute.dataType == DoubleType) doubleNode(absolute.child).map(new DoubleFunction(_, math.abs(_))) else None

  def quotient(division: Divide): Option[DoubleNode] =
    for (divisor <- VectorExpressions.divisor(division); dividend <- doubleNode(division.left))
      yield new DoubleFunction(dividend, _ / divisor)
}

/** A field of a struct as a column. */
final private[expressions] case class StructFieldColumn(column: Attribute, field: GetStructField, path: FieldPath)

private[spark] object VectorExpressions {

  /** Returns the same for expressions on the same columns with the same operations. Spark's canonical form is the same
    * for (a + b) + c and a + (b + c) too, which differ for floating point numbers, and in what overflows.
    */
  private def identity(expression: Expression): Expression =
    expression.transform { case column: Attribute => column.canonicalized }

  /** A field of a column of structs, and the fields from the outermost to this one. */
  object StructPath {
    def unapply(expression: Expression): Option[(Attribute, Seq[GetStructField])] = expression match {
      // Fields of variants are extracted when they are used for the first time, which should be as late as possible.
      case field: GetStructField if !isOfVariant(field) =>
        field.child match {
          case column: Attribute => Some((column, Seq(field)))
          case parent            => unapply(parent).map { case (column, path) => (column, path :+ field) }
        }
      case _ => None
    }
  }

  def isOfVariant(field: GetStructField): Boolean = VariantMetadata.isVariantStruct(field.child.dataType)

  private val MaxLongDigits = Decimal.MAX_LONG_DIGITS

  /** Whether a type has whole numbers or unscaled decimals as values, most of which fit 64 bits. */
  def isLong(dataType: DataType): Boolean = dataType match {
    case _: DecimalType | DateType | TimestampType | TimestampNTZType | BooleanType => true
    case other                                                                      => isInteger(other)
  }

  def isInteger(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType => true
    case _                                             => false
  }

  /** Whether a cast of a whole number has a result for all values. */
  def isWidening(cast: Cast): Boolean = isInteger(cast.child.dataType) && isInteger(cast.dataType) &&
    cast.child.dataType.defaultSize <= cast.dataType.defaultSize

  /** Whether the values of a type always fit 64 bits. */
  def isShort(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision <= MaxLongDigits
    case other                => isLong(other)
  }

  /** Whether values of a type may exceed 64 bits, although most do not. */
  def isLongDecimal(dataType: DataType): Boolean = isLong(dataType) && !isShort(dataType)

  def isFloating(dataType: DataType): Boolean = dataType == FloatType || dataType == DoubleType

  /** Whether kernels and Spark's code on single values accept a type. Strings with a collation are excluded. */
  def isPlain(dataType: DataType): Boolean = dataType match {
    case text: StringType => TextCondition.supports(text)
    case NullType         => true
    case number           => isLong(number) || isFloating(number)
  }

  /** Returns a constant as long; none if it is null, or is no whole number or decimal that fits. */
  def longOf(literal: Literal): Option[Long] = (literal.value, literal.dataType) match {
    case (decimal: Decimal, dataType: DecimalType) if decimal.scale == dataType.scale =>
      Some(decimal.toJavaBigDecimal.unscaledValue).filter(_.bitLength < java.lang.Long.SIZE).map(_.longValue)
    case (number: Number, dataType) if isLong(dataType) => Some(number.longValue)
    case (flag: Boolean, _)                             => Some(if (flag) 1L else 0L)
    case _                                              => None
  }

  def doubleOf(literal: Literal): Option[Double] = literal.value match {
    case value: Double => Some(value)
    case value: Float  => Some(value.toDouble)
    case _             => None
  }

  /** Returns the divisor of a division of whole numbers if it is a constant for which no division fails. */
  def divisor(result: LongDivision.Result, division: BinaryArithmetic): Option[Long] =
    division.right match {
      case Literal(constant: Number, dataType)
          if isInteger(division.left.dataType) && isInteger(dataType) &&
            LongDivision.supports(result, constant.longValue) =>
        Some(constant.longValue)
      case _ => None
    }

  /** Returns the divisor of a division of DOUBLE if it is a constant other than 0. */
  def divisor(division: Divide): Option[Double] = division.right match {
    case Literal(constant: Double, DoubleType) if constant != 0 => Some(constant)
    case _                                                      => None
  }

  /** Whether a cast returns the date of a timestamp. */
  def isDateOfTimestamp(cast: Cast): Boolean = cast.dataType == DateType &&
    (cast.child.dataType == TimestampType || cast.child.dataType == TimestampNTZType)

  /** Returns the factors that give the operands the scale of the result; none if the result is rounded. */
  private def scales(operation: Arithmetic, expression: BinaryArithmetic): Option[(Long, Long)] =
    (expression.left.dataType, expression.right.dataType, expression.dataType) match {
      case (left: DecimalType, right: DecimalType, result: DecimalType) =>
        if (operation != Arithmetic.MULTIPLY)
          powerOfTen(result.scale - left.scale).zip(powerOfTen(result.scale - right.scale))
        else if (result.scale == left.scale + right.scale) Some((1L, 1L))
        else None
      case (left, right, result) if Seq(left, right, result).forall(isInteger) => Some((1L, 1L))
      case _                                                                   => None
    }

  private def powerOfTen(exponent: Int): Option[Long] =
    if (exponent >= 0 && exponent <= MaxLongDigits) Some(math.pow(10, exponent).toLong) else None

  /** Returns the smallest and the greatest value of a type, of those that fit 64 bits. */
  private def limits(dataType: DataType): Option[(Long, Long)] = LinearConditions.limits(dataType)
    .map(all => (all.min.max(Long.MinValue).toLong, all.max.min(Long.MaxValue).toLong))
}
