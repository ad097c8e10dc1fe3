package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.expressions.{RowConditions, VectorExpressions}
import io.pq2.spark.internal.kernel.conditions.RowSelector
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{CodegenSupport, SparkPlan, UnaryExecNode}
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}

/** Returns the rows of a scan's batches for which all conditions are true.
  *
  * It begins a stage of generated code, as Spark's transition from columns to rows does: the code asks for the indexes
  * of the selected rows of a batch, and reads only their values. It tests the conditions that cannot be tested on the
  * batch as a whole as Spark's filter does.
  *
  * @param conditions conditions that tests on batches can evaluate, on columns of the scan
  */
final private[spark] case class Pq2FilterExec(conditions: Seq[Expression], child: SparkPlan)
    extends UnaryExecNode
    with CodegenSupport {

  override def output: Seq[Attribute] = {
    val notNull = conditions.collect { case IsNotNull(column: Attribute) => column.exprId }.toSet
    child.output.map(column => if (notNull.contains(column.exprId)) column.withNullability(false) else column)
  }

  override def outputPartitioning: Partitioning = child.outputPartitioning

  override def outputOrdering: Seq[SortOrder] = child.outputOrdering

  override def needCopyResult: Boolean = false

  override protected def canCheckLimitNotReached: Boolean = true

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"),
    "numInputBatches" -> SQLMetrics.createMetric(sparkContext, "number of input batches")
  )

  private def selection: BatchSelection = BatchSelection(conditions, child.output)

  override protected def doExecute(): RDD[InternalRow] =
    new FilterBatches(selection, output, longMetric("numInputBatches"), longMetric("numOutputRows"))
      .on(child.executeColumnar())

  override def inputRDDs(): Seq[RDD[InternalRow]] =
    // Generated code casts what it gets to batches.
    Seq(child.executeColumnar().asInstanceOf[RDD[InternalRow]])

  override protected def doProduce(ctx: CodegenContext): String = {
    val batchClass = classOf[ColumnarBatch].getName
    val selectorClass = classOf[RowSelector].getName
    val input = ctx.addMutableState("scala.collection.Iterator", "input", name => s"$name = inputs[0];")
    val task = selection
    val opened = ctx.addReferenceObj("selection", task)
    val selector = ctx.addMutableState(selectorClass, "selector", name => s"$name = $opened.open();")
    val batch = ctx.addMutableState(batchClass, "batch")
    val rows = ctx.addMutableState("int[]", "selectedRows")
    val count = ctx.addMutableState(CodeGenerator.JAVA_INT, "selectedCount")
    val next = ctx.addMutableState(CodeGenerator.JAVA_INT, "nextSelected")
    val hasRemaining = ctx.addMutableState(CodeGenerator.JAVA_BOOLEAN, "hasRemaining")
    val classes = child.vectorTypes.getOrElse(Seq.fill(output.size)(classOf[ColumnVector].getName))
    val vectors = classes.map(name => (name, ctx.addMutableState(name, "vector")))
    val assignments = vectors.zipWithIndex.map { case ((name, vector), index) =>
      s"$vector = ($name) $batch.column($index);"
    }
    val outputRows = metricTerm(ctx, "numOutputRows")
    val inputBatches = metricTerm(ctx, "numInputBatches")
    val nextBatch = ctx.freshName("nextSelectedBatch")
    val nextBatchFunction = ctx.addNewFunction(
      nextBatch,
      s"""
         |private void $nextBatch() throws java.io.IOException {
         |  $batch = null;
         |  while ($batch == null && $input.hasNext()) {
         |    $batchClass candidate = ($batchClass) $input.next();
         |    $inputBatches.add(1);
         |    $count = $selector.select(candidate);
         |    if ($count > 0) {
         |      $batch = candidate;
         |      $rows = $selector.rows();
         |      $next = 0;
         |      $hasRemaining = $selector.hasRemaining();
         |      if (!$hasRemaining) {
         |        $outputRows.add($count);
         |      }
         |      ${assignments.mkString("\n")}
         |    }
         |  }
         |}""".stripMargin
    )
    val functions = task.others.map(testFunction(ctx, _, vectors.map(_._2)))
    ctx.currentVars = null
    val row = ctx.freshName("row")
    val columns = output.zip(vectors).map { case (column, (_, vector)) => value(ctx, column, vector, row) }
    val index = ctx.freshName("index")
    val localRows = ctx.freshName("rows")
    val localCount = ctx.freshName("count")
    val tests = functions.zipWithIndex.map { case (function, index) =>
      s"if ($selector.remains($index) && !$function($row)) continue;"
    }
    val remainingTests =
      if (tests.isEmpty) "" else s"if ($hasRemaining) {\n${tests.mkString("\n")}\n$outputRows.add(1);\n}"
    val stop = if (parent.needStopCheck) s"if (shouldStop()) { $next = $index + 1; return; }" else ""
    s"""
       |if ($batch == null) {
       |  $nextBatchFunction();
       |}
       |while ($limitNotReachedCond $batch != null) {
       |  int[] $localRows = $rows;
       |  int $localCount = $count;
       |  for (int $index = $next; $index < $localCount; $index++) {
       |    int $row = $localRows[$index];
       |    $remainingTests
       |    ${consume(ctx, columns).trim}
       |    $stop
       |  }
       |  $nextBatchFunction();
       |}
     """.stripMargin
  }

  /** Generates a function that tests a condition for a row of the batch, and returns its name. */
  private def testFunction(ctx: CodegenContext, condition: Expression, vectors: Seq[String]): String = {
    val row = ctx.freshName("row")
    val columns = output.zip(vectors).map { case (column, vector) => value(ctx, column, vector, row) }
    ctx.INPUT_ROW = null
    ctx.currentVars = columns
    // Without their code, the variables are not declared again in the code of the condition.
    val inputs = evaluateRequiredVariables(output, columns, condition.references)
    val test = BindReferences.bindReference(condition, output).genCode(ctx)
    val name = ctx.freshName("testRow")
    ctx.addNewFunction(
      name,
      s"""
         |private boolean $name(int $row) {
         |  $inputs
         |  ${test.code}
         |  return !${test.isNull} && ${test.value};
         |}""".stripMargin
    )
  }

  /** Returns the code for the value of a column in a row, which Spark puts where the value is first used. */
  private def value(ctx: CodegenContext, column: Attribute, vector: String, row: String): ExprCode = {
    val javaType = CodeGenerator.javaType(column.dataType)
    val found = CodeGenerator.getValueFromVector(vector, column.dataType, row)
    val result = ctx.freshName("value")
    val variable = JavaCode.variable(result, column.dataType)
    if (!column.nullable) ExprCode(code"$javaType $result = $found;", FalseLiteral, variable)
    else {
      val isNull = JavaCode.isNullVariable(ctx.freshName("isNull"))
      val default = CodeGenerator.defaultValue(column.dataType)
      ExprCode(
        code"""boolean $isNull = $vector.isNullAt($row);
              |$javaType $result = $isNull ? $default : ($found);""".stripMargin,
        isNull,
        variable
      )
    }
  }

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2FilterExec = copy(child = newChild)
}

/** The work of a task without generated code. */
final private class FilterBatches(
    selection: BatchSelection,
    columns: Seq[Attribute],
    inputBatches: SQLMetric,
    outputRows: SQLMetric
) extends TaskFunction[ColumnarBatch, InternalRow] {

  override def apply(batches: Iterator[ColumnarBatch]): Iterator[InternalRow] = {
    val selector = selection.open()
    val row = UnsafeProjection.create(columns, columns)
    batches.flatMap { batch =>
      val count = selector.select(batch)
      inputBatches += 1
      val rows = selector.rows
      // Lazily: a query with LIMIT may end before a row for which a condition fails.
      Iterator.range(0, count).map(rows(_)).filter(selector.test).map { index =>
        outputRows += 1
        row(batch.getRow(index))
      }
    }
  }
}

/** The conditions on the batches of a scan, as tasks receive them.
  *
  * @param columns the columns of a batch
  */
final private[operators] case class BatchSelection(conditions: Seq[Expression], columns: Seq[Attribute]) {

  /** The conditions that cannot be tested on all batches. */
  lazy val others: Seq[Expression] = conditions.filterNot(RowConditions(columns).isCertain)

  /** Returns tests for one task. */
  def open(): RowSelector = {
    val expressions = new VectorExpressions(columns)
    val tests = new RowConditions(columns, expressions)
    val certain = tests.all(conditions.filter(tests.isCertain))
    val checked = others.map(tests.checked).asJava
    // The fields are known after all conditions are translated.
    new RowSelector(certain, checked, expressions.structFields)
  }
}
