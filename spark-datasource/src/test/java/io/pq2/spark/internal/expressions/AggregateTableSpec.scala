package io.pq2.spark.internal.expressions

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import io.pq2.spark.CorePart
import io.pq2.spark.internal.expressions.SampleColumns._
import io.pq2.spark.internal.kernel.groups.{GrantedMemory, PartialAggregator, TaskMemory}
import io.pq2.spark.internal.operators.PartialAggregation
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.scalatest.funsuite.AnyFunSuite

/** Compares aggregate functions of batches with Spark's interpreted functions, for each class of functions. */
@CorePart
class AggregateTableSpec extends AnyFunSuite {

  private val cases: Map[Class[_], () => Seq[DeclarativeAggregate]] = Map(
    classOf[Count] -> (() => all.map(sample => Count(Seq(sample.a))) ++ Seq(Count(Seq(Literal(1))), countOfTwo)),
    classOf[Sum] -> (() => numbers.map(sample => new Sum(sample.a)) :+ new Sum(new Multiply(long.a, Literal(3L)))),
    classOf[Average] -> (() => numbers.map(sample => new Average(sample.a))),
    classOf[Min] -> (() => ordered.map(sample => Min(sample.a)) :+ Min(GetStructField(struct.a, 0))),
    classOf[Max] -> (() => ordered.map(sample => Max(sample.a)) :+ Max(new Add(int.a, Literal(1))))
  )

  private def countOfTwo = Count(Seq(int.a, text.a))

  test("each entry has cases, and each class with cases has an entry") {
    assert(cases.keySet === AggregateTable.classes)
  }

  for (of <- AggregateTable.classes.toSeq.sortBy(_.getName); isAnsi <- Seq(true, false))
    test(s"${of.getSimpleName}${if (isAnsi) " in ANSI mode" else ""}") {
      val conf = new SQLConf
      conf.setConf(SQLConf.ANSI_ENABLED, isAnsi)
      SQLConf.withExistingConf(conf) {
        val compared = cases(of)().map(checked)
        assert(compared.contains(true))
      }
    }

  /** Checks a function, and returns whether there is an accumulator for it. */
  private def checked(function: DeclarativeAggregate): Boolean = {
    val columns = function.collect { case column: AttributeReference => column }.distinctBy(_.exprId)
    val samples = columns.flatMap(column => SampleColumns.all.find(_.has(column)))
    val aggregation =
      PartialAggregation(Nil, Seq(AggregateExpression(function, Partial, isDistinct = false)), Nil, columns)
    if (aggregation.obstacle.isEmpty) {
      for (values <- Seq(samples.map(_.allValues), samples.map(_.moderateValues)); storage <- Seq(Plain, Dictionary)) {
        val count = values.map(_.size).minOption.getOrElse(3)
        check(function, aggregation, columns, values.map(_.takeRight(count)), count, storage)
      }
      for (sample <- samples; value <- sample.allValues) {
        val ofColumns = samples.map(other => if (other == sample) value else other.moderateValues.head)
        check(function, aggregation, columns, ofColumns.map(Seq.fill(3)(_)), 3, Constant)
      }
    }
    aggregation.obstacle.isEmpty
  }

  private def check(
      function: DeclarativeAggregate,
      aggregation: PartialAggregation,
      columns: Seq[AttributeReference],
      values: Seq[Seq[Any]],
      count: Int,
      storage: Storage
  ): Unit = {
    val rows = (0 until count).map(row => values.map(_(row)))
    val buffers = function.aggBufferAttributes
    val initial = function.initialValues.map(_.eval())
    val expected = Try {
      val updated = rows.foldLeft(initial)(next(_, _, function.updateExpressions, buffers, columns))
      evaluated(function, updated)
    }
    val found = Try {
      val vectors = columns.indices.map(column => vector(columns(column).dataType, values(column), storage))
      val partial = aggregated(aggregation, new ColumnarBatch(vectors.toArray, count)).map { row =>
        buffers.indices.map(field => row.get(field, buffers(field).dataType))
      }
      val merged = partial.foldLeft(initial) { (buffer, row) =>
        next(buffer, row, function.mergeExpressions, buffers, function.inputAggBufferAttributes)
      }
      evaluated(function, merged)
    }
    (expected, found) match {
      case (Success(a), Success(b))     => assert(bits(b) === bits(a), s"$function of ${rows.mkString(", ")}")
      case (Failure(error), Failure(e)) => assert(e.getMessage === error.getMessage)
      case _                            => fail(s"$function of ${rows.mkString(", ")}: $found instead of $expected")
    }
  }

  /** Distinguishes both zeros, and not NaN from NaN. */
  private def bits(value: Any): Any = value match {
    case number: Double => java.lang.Double.doubleToLongBits(number)
    case number: Float  => java.lang.Float.floatToIntBits(number)
    case other          => other
  }

  private def next(
      buffer: Seq[Any],
      row: Seq[Any],
      expressions: Seq[Expression],
      buffers: Seq[Attribute],
      columns: Seq[Attribute]
  ): Seq[Any] = {
    val input = InternalRow.fromSeq(buffer ++ row)
    expressions.map(BindReferences.bindReference(_, AttributeSeq(buffers ++ columns)).eval(input))
  }

  private def evaluated(function: DeclarativeAggregate, buffer: Seq[Any]): Any =
    BindReferences.bindReference(function.evaluateExpression, AttributeSeq(function.aggBufferAttributes))
      .eval(InternalRow.fromSeq(buffer))

  /** Returns the buffers of some rows. */
  private def aggregated(aggregation: PartialAggregation, batch: ColumnarBatch): Seq[InternalRow] = {
    val counters = new PartialAggregator.Counters {
      override def passed(rows: Long): Unit = ()
      override def spilled(bytes: Long): Unit = fail("nothing else asks for memory")
    }
    val memory = new TaskMemory(GrantedMemory.of(1L << 30))
    val rowByRow = aggregation.rowByRow()
    val rows =
      new PartialAggregator(Iterator(batch).asJava, aggregation.plan(), row => rowByRow(row), counters, memory)
    rows.asScala.map(_.copy()).toList
  }
}
