package io.pq2.spark.internal.expressions

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.kernel.values.{
  Arithmetic,
  DoubleArithmetic,
  DoubleColumn,
  DoubleConstant,
  DoubleFunction,
  DoubleNode,
  DoubleOfLong,
  FieldPath,
  LongAbsolute,
  LongArithmetic,
  LongBits,
  LongColumn,
  LongConstant,
  LongDivision,
  LongNode,
  SizeColumn
}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.datasources.VariantMetadata
import org.apache.spark.sql.types._

/** Translates expressions to nodes that are evaluated for whole batches. Equal expressions share a node. Fields of
  * structs are columns after those of a batch ([[BatchColumns]]).
  *
  * @param columns the columns of a batch
  */
final private[spark] class VectorExpressions(columns: Seq[Attribute]) {

  private val longs = mutable.Map.empty[Expression, Option[LongNode]]
  private val doubles = mutable.Map.empty[Expression, Option[DoubleNode]]

  private val fields = mutable.LinkedHashMap.empty[Expression, StructFieldColumn]

  /** Returns the index of a column of a batch, or of a field. */
  def ordinal(column: Attribute): Option[Int] =
    Some((columns ++ fields.values.map(_.column)).indexWhere(_.exprId == column.exprId)).filter(_ >= 0)

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
    StructFieldColumn(
      AttributeReference(field.sql, field.dataType, field.nullable)(),
      field,
      new FieldPath(ordinal(column).get, indexes, field.dataType)
    )
  }

  /** Returns the fields of structs in all expressions so far. */
  def structFields: java.util.List[FieldPath] = fields.values.map(_.path).toSeq.asJava

  /** Returns a node for whole numbers, decimals, dates, timestamps and booleans. */
  def longNode(expression: Expression): Option[LongNode] =
    longs.getOrElseUpdate(VectorExpressions.identity(expression), newLong(expression))

  /** Returns a node for an expression on columns whose values always fit 64 bits. */
  def shortLong(expression: Expression): Option[LongNode] =
    if (expression.references.exists(column => VectorExpressions.isLongDecimal(column.dataType))) None
    else longNode(expression)

  private def newLong(expression: Expression): Option[LongNode] = expression match {
    case column: Attribute if VectorExpressions.isLong(column.dataType) =>
      ordinal(column).map(new LongColumn(_, column.dataType))
    case Literal(value, dataType) if value != null && VectorExpressions.isLong(dataType) =>
      VectorExpressions.longOf(value).map(new LongConstant(_))
    case Size(column: Attribute, ofNull)    => ordinal(column).map(new SizeColumn(_, column.dataType, ofNull))
    case KnownNotNull(child)                => longNode(child)
    case UnscaledValue(child)               => longNode(child)
    case operation: BinaryArithmetic        => binary(operation)
    case UnaryMinus(child, _)               => sum(Arithmetic.SUBTRACT, Literal(0L), child, expression.dataType)
    case Abs(child, _)                      => absolute(child)
    case BitwiseNot(child)                  => bits(LongBits.Operation.XOR, child, Literal(-1L))
    case DateAdd(day, days)                 => sum(Arithmetic.ADD, day, days, DateType)
    case DateSub(day, days)                 => sum(Arithmetic.SUBTRACT, day, days, DateType)
    case DateDiff(end, start)               => sum(Arithmetic.SUBTRACT, end, start, IntegerType)
    case TimestampFunction(timestamp, node) => longNode(timestamp).map(node)
    case cast: Cast                         => converted(cast)
    case _                                  => None
  }

  private def binary(operation: BinaryArithmetic): Option[LongNode] = operation match {
    case _: Add | _: Subtract | _: Multiply => arithmetic(operation)
    case _: Remainder                       => divided(LongDivision.Result.REMAINDER, operation)
    case _: Pmod                            => divided(LongDivision.Result.MODULUS, operation)
    case _: IntegralDivide                  => divided(LongDivision.Result.QUOTIENT, operation)
    case BitwiseAnd(left, right)            => bits(LongBits.Operation.AND, left, right)
    case BitwiseOr(left, right)             => bits(LongBits.Operation.OR, left, right)
    case BitwiseXor(left, right)            => bits(LongBits.Operation.XOR, left, right)
    case _                                  => None
  }

  private def arithmetic(expression: BinaryArithmetic): Option[LongNode] =
    for {
      operation <- VectorExpressions.operation(expression)
      scales <- VectorExpressions.scales(operation, expression)
      (min, max) <- VectorExpressions.limits(expression.dataType)
      left <- longNode(expression.left)
      right <- longNode(expression.right)
    } yield new LongArithmetic(operation, left, right, scales._1, scales._2, min, max)

  /** The sum or difference of two numbers of the same scale. */
  private def sum(operation: Arithmetic, a: Expression, b: Expression, result: DataType): Option[LongNode] =
    for {
      (min, max) <- VectorExpressions.limits(result)
      left <- longNode(a)
      right <- longNode(b)
    } yield new LongArithmetic(operation, left, right, 1, 1, min, max)

  private def absolute(child: Expression): Option[LongNode] =
    for {
      (_, max) <- VectorExpressions.limits(child.dataType)
      number <- longNode(child)
    } yield new LongAbsolute(number, max)

  /** A division by a constant for which it does not fail. */
  private def divided(result: LongDivision.Result, expression: BinaryArithmetic): Option[LongNode] =
    (expression.left, expression.right) match {
      case (dividend, Literal(constant: Number, dataType))
          if VectorExpressions.isInteger(dividend.dataType) && VectorExpressions.isInteger(dataType) &&
            LongDivision.supports(result, constant.longValue) =>
        longNode(dividend).map(new LongDivision(result, _, constant.longValue))
      case _ => None
    }

  private def bits(operation: LongBits.Operation, left: Expression, right: Expression): Option[LongNode] =
    if (VectorExpressions.isInteger(left.dataType) && VectorExpressions.isInteger(right.dataType)) {
      for (a <- longNode(left); b <- longNode(right)) yield new LongBits(operation, a, b)
    } else None

  /** A conversion that is exact if the result fits its type. */
  private def converted(cast: Cast): Option[LongNode] =
    if (VectorExpressions.isWidening(cast)) longNode(cast.child) else scaled(cast)

  private def scaled(cast: Cast): Option[LongNode] = {
    val factor = (cast.child.dataType, cast.dataType) match {
      case (from, to) if VectorExpressions.isInteger(from) && VectorExpressions.isInteger(to) => Some(1L)
      case (from, to: DecimalType) if VectorExpressions.isInteger(from) => VectorExpressions.powerOfTen(to.scale)
      case (from: DecimalType, to: DecimalType) => VectorExpressions.powerOfTen(to.scale - from.scale)
      case _                                    => None
    }
    for {
      power <- factor
      (min, max) <- VectorExpressions.limits(cast.dataType)
      child <- longNode(cast.child)
    } yield new LongArithmetic(Arithmetic.ADD, child, new LongConstant(0), power, 1, min, max)
  }

  /** Returns a node for DOUBLE, for whole numbers and FLOAT that are cast to it, and for columns and constants of
    * FLOAT.
    */
  def doubleNode(expression: Expression): Option[DoubleNode] =
    doubles.getOrElseUpdate(VectorExpressions.identity(expression), newDouble(expression))

  private def newDouble(expression: Expression): Option[DoubleNode] = expression match {
    case column: Attribute if VectorExpressions.isFloating(column.dataType) =>
      ordinal(column).map(new DoubleColumn(_, column.dataType == FloatType))
    case Literal(value: Double, DoubleType) => Some(new DoubleConstant(value))
    case Literal(value: Float, FloatType)   => Some(new DoubleConstant(value.toDouble))
    case KnownNotNull(child)                => doubleNode(child)
    case Cast(column: Attribute, DoubleType, _, _) if VectorExpressions.isFloating(column.dataType) =>
      doubleNode(column)
    case Cast(child, DoubleType, _, _) if VectorExpressions.isInteger(child.dataType) =>
      longNode(child).map(new DoubleOfLong(_))
    // Spark returns null or an error for 0.
    case Divide(dividend, Literal(divisor: Double, DoubleType), _) if divisor != 0 =>
      doubleNode(dividend).map(new DoubleFunction(_, _ / divisor))
    case Abs(child, _) if child.dataType == DoubleType => doubleNode(child).map(new DoubleFunction(_, math.abs(_)))
    case operation: BinaryArithmetic if operation.dataType == DoubleType =>
      for {
        kind <- VectorExpressions.operation(operation)
        left <- doubleNode(operation.left)
        right <- doubleNode(operation.right)
      } yield new DoubleArithmetic(kind, left, right)
    case _ => None
  }
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
      case field: GetStructField if !VariantMetadata.isVariantStruct(field.child.dataType) =>
        field.child match {
          case column: Attribute => Some((column, Seq(field)))
          case parent            => unapply(parent).map { case (column, path) => (column, path :+ field) }
        }
      case _ => None
    }
  }

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
  private def isWidening(cast: Cast): Boolean = isInteger(cast.child.dataType) && isInteger(cast.dataType) &&
    cast.child.dataType.defaultSize <= cast.dataType.defaultSize

  /** Whether the values of a type always fit 64 bits. */
  def isShort(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision <= MaxLongDigits
    case other                => isLong(other)
  }

  /** Whether values of a type may exceed 64 bits, although most do not. */
  def isLongDecimal(dataType: DataType): Boolean = isLong(dataType) && !isShort(dataType)

  def isFloating(dataType: DataType): Boolean = dataType == FloatType || dataType == DoubleType

  /** Returns a value of Spark's internal form as long; none if it does not fit. */
  def longOf(value: Any): Option[Long] = value match {
    case decimal: Decimal =>
      Some(decimal.toJavaBigDecimal.unscaledValue).filter(_.bitLength < java.lang.Long.SIZE).map(_.longValue)
    case number: Number => Some(number.longValue)
    case flag: Boolean  => Some(if (flag) 1L else 0L)
    case _              => None
  }

  def operation(expression: BinaryArithmetic): Option[Arithmetic] = expression match {
    case _: Add      => Some(Arithmetic.ADD)
    case _: Subtract => Some(Arithmetic.SUBTRACT)
    case _: Multiply => Some(Arithmetic.MULTIPLY)
    case _           => None
  }

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
  private def limits(dataType: DataType): Option[(Long, Long)] = dataType match {
    case ByteType               => Some((Byte.MinValue.toLong, Byte.MaxValue.toLong))
    case ShortType              => Some((Short.MinValue.toLong, Short.MaxValue.toLong))
    case IntegerType | DateType => Some((Int.MinValue.toLong, Int.MaxValue.toLong))
    case LongType               => Some((Long.MinValue, Long.MaxValue))
    case decimal: DecimalType   =>
      val max = powerOfTen(decimal.precision).fold(Long.MaxValue)(_ - 1)
      Some((-max, max))
    case _ => None
  }
}
