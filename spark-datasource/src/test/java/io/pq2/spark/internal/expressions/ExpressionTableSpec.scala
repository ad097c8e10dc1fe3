package io.pq2.spark.internal.expressions

import scala.collection.mutable
import scala.jdk.OptionConverters._
import scala.util.{Failure, Success, Try}

import io.pq2.spark.CorePart
import io.pq2.spark.internal.expressions.SampleColumns._
import io.pq2.spark.internal.kernel.values.BatchColumns
import io.pq2.spark.internal.operators.Explosion
import io.pq2.spark.internal.vectors.SelectedColumnVector
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.{ArrayData, MapData}
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.unsafe.types.UTF8String
import org.scalatest.funsuite.AnyFunSuite

/** Compares what kernels compute for batches with Spark's interpreted expressions, for each class of expressions. */
@CorePart
class ExpressionTableSpec extends AnyFunSuite {

  test("each entry has cases, and each class with cases has an entry") {
    assert(ExpressionCases.classes === ExpressionTable.classes)
  }

  for (of <- ExpressionTable.classes.toSeq.sortBy(_.getName); isAnsi <- Seq(true, false))
    test(s"${of.getSimpleName}${if (isAnsi) " in ANSI mode" else ""}") {
      val conf = new SQLConf
      conf.setConf(SQLConf.ANSI_ENABLED, isAnsi)
      SQLConf.withExistingConf(conf) {
        val expressions = ExpressionCases(of)
        assert(expressions.nonEmpty)
        testedPredicates = 0
        expressions.foreach { expression =>
          assert(expression.exists(_.getClass == of) && expression.resolved, s"$expression")
          val rows = new Rows(expression)
          checkValues(rows)
          checkFailure(rows)
          checkElements(rows)
          if (expression.dataType == BooleanType) {
            checkCondition(rows)
            checkCondition(new Rows(Not(expression)))
          } else {
            rows.results.collectFirst { case Success(value) if value != null => value }.foreach { value =>
              rows.comparisons(value).foreach(comparison => checkCondition(new Rows(comparison)))
            }
          }
        }
        val own = expressions.flatMap(_.collect { case expression if expression.getClass == of => expression })
        val entry = ExpressionTable(own.head)
        assert(own.exists(isComputed) === (entry.computed.why == Computed.NoKernel), "it is computed, or says why not")
        assert((entry.pushed eq PartialFunction.empty) || testedPredicates > 0)
      }
    }

  /** Whether there is a node or a condition for an expression, given those for its children. */
  private def isComputed(expression: Expression): Boolean = {
    val columns = expression.collect { case column: AttributeReference => column }
    val on = new VectorExpressions(columns)
    val onColumns = expression.mapChildren(on.withFieldColumns(_))
    val computed = ExpressionTable(expression).computed
    computed.longs(on, onColumns).isDefined || computed.doubles(on, onColumns).isDefined ||
    computed.test(new RowConditions(columns, on), onColumns, true).isDefined ||
    computed.elements(on, onColumns).isDefined
  }

  /** Files with the rows of expressions on the same columns. */
  private val files = mutable.Map.empty[Seq[AttributeReference], SampleFile]

  /** The number of predicates that the last test has tested. */
  private var testedPredicates = 0

  /** The rows for an expression, all combinations of its columns' values, and its results. */
  private class Rows(val expression: Expression) {

    val columns: Seq[AttributeReference] =
      expression.collect { case column: AttributeReference => column }.distinctBy(_.exprId)
    private val samples = columns.flatMap(column => SampleColumns.all.find(_.has(column)))

    /** Returns the same only for the same value: zeros with different signs are equal. */
    private def identity(value: Any): Any = value match {
      case number @ (_: Float | _: Double) => number.toString
      case other                           => other
    }

    private def combined(values: Seq[Seq[Any]]): Seq[Seq[Any]] =
      values.foldLeft(Seq(Seq.empty[Any]))((rows, ofColumn) => rows.flatMap(row => ofColumn.map(row :+ _)))

    val rows: Seq[Seq[Any]] = combined(samples.map(_.allValues))
    private val bound = BindReferences.bindReference(expression, AttributeSeq(columns))
    val results: IndexedSeq[Try[Any]] =
      rows.map(row => Try(copied(bound.eval(InternalRow.fromSeq(row))))).toIndexedSeq

    private def copied(value: Any): Any = value match {
      case string: UTF8String => string.copy()
      case other              => other
    }

    /** Returns batches with some of the rows: their indexes and columns. */
    def batches: Seq[(Seq[Int], ColumnarBatch)] = {
      val moderate = combined(samples.map(_.moderateValues)).toSet
      val ofModerate = rows.indices.filter(row => moderate.contains(rows(row)))
      val ofAll = rows.indices
      val withoutNull = ofModerate.filter(row => !rows(row).contains(null))
      val inColumns = for (indexes <- Seq(ofAll, ofModerate, withoutNull); storage <- Seq(Plain, Dictionary))
        yield (indexes, batch(indexes, columns.map(_ => storage)))
      val constant = columns.headOption.toSeq.flatMap { _ =>
        rows.indices.groupBy(row => identity(rows(row).head)).values.map { indexes =>
          val ofRows = if (indexes.size == 1) Seq.fill(3)(indexes.head) else indexes
          (ofRows, batch(ofRows, Constant +: columns.tail.map(_ => Plain)))
        }
      }
      val single = rows.indices.map(row => (Seq(row), batch(Seq(row), columns.map(_ => Plain))))
      inColumns.filter(_._1.nonEmpty) ++ constant ++ single
    }

    private def batch(indexes: Seq[Int], storages: Seq[Storage]): ColumnarBatch = {
      val vectors = columns.indices.map { column =>
        vector(columns(column).dataType, indexes.map(rows(_)(column)), storages(column))
      }
      new ColumnarBatch(vectors.toArray, indexes.size)
    }

    /** Returns conditions that compare the expression with a value. */
    def comparisons(value: Any): Seq[Expression] = {
      val constant = Literal(value, expression.dataType)
      if (!RowOrdering.isOrderable(expression.dataType)) Nil
      else Seq(EqualTo(expression, constant), LessThan(constant, expression))
    }

    def describe(row: Int): String = s"$expression for ${rows(row).mkString(", ")}"
  }

  private def checkValues(rows: Rows): Unit = {
    val expressions = new VectorExpressions(rows.columns)
    val onColumns = expressions.withFieldColumns(rows.expression)
    val longs = if (VectorExpressions.isLong(onColumns.dataType)) expressions.longNode(onColumns) else None
    val doubles = if (VectorExpressions.isFloating(onColumns.dataType)) expressions.doubleNode(onColumns) else None
    val columns = new BatchColumns(expressions.structFields)
    var isComputed = false
    rows.batches.foreach { case (indexes, batch) =>
      columns.begin(batch)
      longs.foreach { node =>
        val found = Option(node.evaluate(columns))
        assert(found.isDefined || !node.isCertain, s"${rows.expression}")
        found.foreach { values =>
          isComputed = true
          indexes.zipWithIndex.foreach { case (row, slot) =>
            val value = if (values.isNull(slot)) None else Some(values.values(slot))
            assert(value.fold[Any](null)(identity) === expectedLong(rows, row), rows.describe(row))
          }
        }
      }
      doubles.foreach { node =>
        val found = Option(node.evaluate(columns))
        assert(found.isDefined || !node.isCertain, s"${rows.expression}")
        found.foreach { values =>
          isComputed = true
          indexes.zipWithIndex.foreach { case (row, slot) =>
            val value = if (values.isNull(slot)) None else Some(bits(values.values(slot)))
            assert(value.fold[Any](null)(identity) === expectedBits(rows, row), rows.describe(row))
          }
        }
      }
    }
    assert(isComputed || longs.isEmpty && doubles.isEmpty, s"no batch is computed: ${rows.expression}")
  }

  private def expectedLong(rows: Rows, row: Int): Any = rows.results(row) match {
    case Success(null)  => null
    case Success(value) => VectorExpressions.longOf(Literal(value, rows.expression.dataType)).get
    case Failure(error) => fail(s"${rows.describe(row)} is computed, but fails in Spark", error)
  }

  private def expectedBits(rows: Rows, row: Int): Any = rows.results(row) match {
    case Success(null)          => null
    case Success(value: Float)  => bits(value.toDouble)
    case Success(value: Double) => bits(value)
    case Success(other)         => fail(s"no floating-point number: $other")
    case Failure(error)         => fail(s"${rows.describe(row)} is computed, but fails in Spark", error)
  }

  /** Returns the same bits for all NaN, and different ones for both zeros. */
  private def bits(value: Double): Long = java.lang.Double.doubleToLongBits(value)

  private def checkFailure(rows: Rows): Unit =
    if (ExpressionTable.neverFails(rows.expression))
      rows.results.zipWithIndex.foreach { case (result, row) => assert(result.isSuccess, rows.describe(row)) }

  /** Compares the elements of arrays, or the entries of maps, with Spark's. */
  private def checkElements(rows: Rows): Unit = {
    val explosion = Explosion(Nil, rows.expression, Nil, rows.columns)
    val types = rows.expression.dataType match {
      case ArrayType(elementType, _)      => Seq(elementType)
      case MapType(keyType, valueType, _) => Seq(keyType, valueType)
      case _                              => Nil
    }
    def comparable(row: InternalRow): Seq[Any] =
      types.indices.map { i =>
        if (row.isNullAt(i)) null else CatalystTypeConverters.convertToScala(row.get(i, types(i)), types(i))
      }
    if (types.nonEmpty && explosion.isSupported) {
      // Scans return arrays as files have them, or the same in all rows.
      rows.batches.filterNot(_._2.column(0).isInstanceOf[SelectedColumnVector]).foreach { case (indexes, batch) =>
        val expected = indexes.flatMap { index =>
          rows.results(index).get match {
            case array: ArrayData => array.toSeq[Any](types.head).map(element => InternalRow(element))
            case map: MapData     =>
              map.keyArray().toSeq[Any](types(0)).zip(map.valueArray().toSeq[Any](types(1)))
                .map { case (key, value) => InternalRow(key, value) }
            case _ => Nil
          }
        }
        val found = explosion.open(Iterator(batch)).flatMap { elements =>
          (0 until elements.numRows).map(row => comparable(elements.getRow(row)))
        }
        assert(found.toSeq === expected.map(comparable), s"${rows.expression} in ${indexes.map(rows.rows)}")
      }
    }
  }

  private def checkCondition(rows: Rows): Unit = {
    val tests = RowConditions(rows.columns)
    if (tests.neverFails(rows.expression))
      rows.results.zipWithIndex.foreach { case (result, row) => assert(result.isSuccess, rows.describe(row)) }
    // Spark does not evaluate a conjunct of a filter where an earlier one is unknown, so each stands for itself.
    Conditions.conjuncts(rows.expression).map(new Rows(_)).foreach { conjunct =>
      checkImplied(conjunct)
      checkPredicate(conjunct)
    }
    val expressions = new VectorExpressions(rows.columns)
    val condition = new RowConditions(rows.columns, expressions).all(Seq(rows.expression))
    val columns = new BatchColumns(expressions.structFields)
    rows.batches.foreach { case (indexes, batch) =>
      columns.begin(batch)
      val slots = indexes.indices
      val withoutErrors = slots.filter(slot => rows.results(indexes(slot)).isSuccess)
      Seq(slots, slots.filter(_ % 2 == 1), withoutErrors).distinct.foreach { tested =>
        val selected = new Array[Int](indexes.size)
        val found = Try(condition.select(columns, tested.toArray, tested.size, selected))
        tested.map(slot => rows.results(indexes(slot))).collectFirst { case Failure(error) => error } match {
          case None =>
            val expected = tested.filter(slot => rows.results(indexes(slot)) == Success(true))
            assert(selected.take(found.get).toSeq === expected, s"${rows.expression} in ${indexes.map(rows.rows)}")
          case Some(error) =>
            assert(found.isFailure, rows.expression.toString)
            assert(found.failed.get.getClass === error.getClass)
            assert(found.failed.get.getMessage === error.getMessage)
        }
      }
    }
  }

  /** A weaker condition is true wherever the condition is, or fails. */
  private def checkImplied(rows: Rows): Unit = {
    val implied = ImpliedConditions.of(rows.expression)
    val isOnColumns = implied.references.forall(column =>
      rows.columns.exists(same => same.exprId == column.exprId && same.dataType == column.dataType)
    )
    if (implied != rows.expression && isOnColumns) {
      val bound = BindReferences.bindReference(implied, AttributeSeq(rows.columns))
      rows.rows.zip(rows.results).foreach { case (row, result) =>
        // The parts of a condition that have no weaker condition may fail with it.
        val isTrue = Try(bound.eval(InternalRow.fromSeq(row))).fold(_ => result.isFailure, _ == true)
        if (result == Success(true) || result.isFailure)
          assert(isTrue, s"${rows.expression} implies $implied for $row")
      }
    }
  }

  /** A scan returns all rows for which a condition is true, or fails. An exact predicate returns no others. */
  private def checkPredicate(rows: Rows): Unit = {
    def file = files.getOrElseUpdate(rows.columns, new SampleFile(rows.columns, rows.rows))
    def rowsWith(test: Try[Any] => Boolean) = rows.results.indices.filter(row => test(rows.results(row))).toSet
    val isTrue = rowsWith(_ == Success(true))
    FilterExpressions.implied(rows.expression, SQLConf.get).toScala.flatMap(file.predicate).foreach { predicate =>
      val missing = (isTrue ++ rowsWith(_.isFailure)) -- file.selected(predicate)
      assert(missing.isEmpty, s"${rows.expression} as $predicate: ${missing.map(rows.rows)}")
      testedPredicates += 1
    }
    FilterExpressions.filter(rows.expression, SQLConf.get).toScala.flatMap(file.exactPredicate).foreach { predicate =>
      assert(file.selected(predicate) === isTrue, s"${rows.expression} as $predicate")
    }
  }
}
