package io.pq2.spark.internal.expressions

import scala.util.{Failure, Random, Success, Try}

import io.pq2.spark.SparkSpec
import io.pq2.testing.Seeds
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Alias, BindReferences, Expression}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.classic.Dataset
import org.apache.spark.sql.types._

/** Random comparisons of linear functions with constants: what they imply is true for all values for which they are
  * true, or fail.
  */
class LinearConditionsSpec extends SparkSpec {

  private val conditionsPerColumn = 100

  /** The columns, with values in Spark's internal form. */
  private val columns: Seq[(StructField, Seq[Any])] = Seq(
    column("tiny", ByteType, Seq(-128, -127, -6, 0, 5, 126, 127).map(_.toByte)),
    column("short", ShortType, Seq(-32768, -300, 0, 1, 300, 32767).map(_.toShort)),
    column(
      "int",
      IntegerType,
      Seq(Int.MinValue, Int.MinValue + 9, -100, 0, 3, 50, 1000000, Int.MaxValue - 7, Int.MaxValue)
    ),
    column(
      "long",
      LongType,
      Seq(Long.MinValue, -1L << 40, -100L, 0L, 3L, 50L, 1L << 40, Long.MaxValue - 7, Long.MaxValue)
    ),
    decimal("dec4", 4, 2, Seq(-9999, -125, 0, 1, 150, 9999)),
    decimal("dec18", 18, 3, Seq(-(BigInt(10).pow(18) - 1), -1250, 0, 1, 1500, BigInt(10).pow(18) - 1)),
    decimal("dec38", 38, 2, Seq(-(BigInt(10).pow(38) - 1), -125, 0, 1, 150, BigInt(10).pow(38) - 1)),
    column(
      "day",
      DateType,
      Seq(Int.MinValue, -719162, -141428, -1, 0, 59, 19782, 2932896, Int.MaxValue - 3, Int.MaxValue)
    ),
    column("instant", TimestampType, times),
    column("local", TimestampNTZType, times),
    column(
      "double",
      DoubleType,
      Seq(
        -1.0 / 0,
        -Double.MaxValue,
        -2.25,
        -0.1,
        -4.9e-324,
        -0.0,
        0.0,
        4.9e-324,
        0.1,
        0.3,
        1.5,
        7,
        1e17,
        Double.MaxValue,
        1.0 / 0,
        Double.NaN
      )
    )
  )

  private def column(name: String, dataType: DataType, values: Seq[Any]) = (StructField(name, dataType), values)

  private def decimal(name: String, precision: Int, scale: Int, unscaled: Seq[BigInt]) =
    column(
      name,
      DecimalType(precision, scale),
      unscaled.map(value => Decimal(BigDecimal(value, scale), precision, scale))
    )

  private def times: Seq[Long] =
    Seq(
      Long.MinValue,
      -62135510400000000L,
      -1L,
      0L,
      1583661600000000L,
      1709210096789000L,
      253402214400000000L,
      Long.MaxValue
    )

  /** @param depth the largest number of operations on a number. Spark itself adds constants of several, and fails in
    *   ANSI mode if the sum overflows.
    */
  private class Conditions(random: Random, depth: Int) {

    private def oneOf[T](choices: T*): T = choices(random.nextInt(choices.size))

    def next(name: String, dataType: DataType): String = {
      val operator = oneOf("=", "<", "<=", ">", ">=", "<>")
      val (function, constant) = dataType match {
        case DateType                         => onDate(name)
        case TimestampType | TimestampNTZType => onTime(name, dataType.sql)
        case DoubleType => (onDouble(name), oneOf("0D", "0.3D", "-2.25D", "1E-310D", "4.9E-324D", "1E17D", "1.7E308D"))
        case _          =>
          (Iterator.iterate(name)(onNumber).drop(1 + random.nextInt(depth)).next(), number())
      }
      if (random.nextBoolean()) s"$function $operator $constant" else s"$constant $operator $function"
    }

    private def number(): String =
      oneOf(
        "0",
        "1",
        "-3",
        "5Y",
        "-100",
        "127",
        "300S",
        "7L",
        "1.5",
        "-0.25",
        "2.00",
        "1000000",
        "2147483647",
        "-9223372036854775807L"
      )

    private def onNumber(child: String): String = random.nextInt(7) match {
      case 0 => s"($child + ${number()})"
      case 1 => s"(${number()} + $child)"
      case 2 => s"($child - ${number()})"
      case 3 => s"(${number()} - $child)"
      case 4 => s"($child * ${number()})"
      case 5 => s"(-$child)"
      case _ => s"CAST($child AS ${oneOf("TINYINT", "INT", "BIGINT", "DECIMAL(10, 2)", "DECIMAL(20, 3)")})"
    }

    private def onDate(name: String): (String, String) = {
      def constant = s"DATE'${oneOf("0001-01-01", "1582-10-15", "1970-01-01", "2024-02-29", "9999-12-31")}'"
      val days = oneOf(0, 1, -7, 366, 40000)
      random.nextInt(8) match {
        case 0 => (s"date_add($name, $days)", constant)
        case 1 => (s"date_sub($name, $days)", constant)
        case 2 => (s"datediff($name, $constant)", s"$days")
        case 3 => (s"datediff($constant, $name)", s"$days")
        case 4 => (s"add_months($name, $days)", constant)
        case 5 => (s"$name ${oneOf("+", "-")} INTERVAL '$days' ${oneOf("MONTH", "YEAR", "DAY")}", constant)
        case 6 => (s"CAST($name AS TIMESTAMP)", "TIMESTAMP'2024-02-29 12:00:00'")
        case _ => (s"$name ${oneOf("+", "-")} INTERVAL '$days' HOUR", "TIMESTAMP'2024-02-29 12:00:00'")
      }
    }

    private def onTime(name: String, dataType: String): (String, String) = {
      val constant =
        s"$dataType'${oneOf("0001-01-02", "1970-01-01", "2020-03-08", "2024-02-29", "9999-12-30")} 01:30:00'"
      val unit = oneOf("SECOND", "HOUR", "DAY", "MONTH", "YEAR")
      (s"$name ${oneOf("+", "-")} INTERVAL '${oneOf(0, 1, -30, 500)}' $unit", constant)
    }

    private def onDouble(name: String): String = {
      val constant = oneOf("0.1D", "3D", "1E-300D", "1E300D", "-2D", "0D", "4.9E-324D")
      oneOf(
        s"$name + $constant",
        s"$constant + $name",
        s"$name - $constant",
        s"$name * $constant",
        s"$constant * $name",
        s"$name / $constant"
      )
    }
  }

  for (ansi <- Seq(true, false))
    test(s"what random conditions imply, ${if (ansi) "with" else "without"} ANSI mode") {
      val seed = Seeds.next()
      info(s"seed $seed")
      val random = new Random(seed)
      withConf("spark.sql.ansi.enabled" -> ansi.toString, "spark.sql.session.timeZone" -> "America/Los_Angeles") {
        columns.foreach { case (field, values) =>
          val conditions = new Conditions(random, if (ansi) 1 else 2)
          val texts = Seq.fill(conditionsPerColumn)(conditions.next(field.name, field.dataType)).distinct
          val project = optimized(field, texts)
          val excluding = texts.zip(project.projectList).count {
            case (text, Alias(condition, _)) =>
              implied(condition).exists { weaker =>
                def bound(expression: Expression) =
                  BindReferences.bindReference(expression, project.child.output)
                excludes(s"seed $seed: $text", bound(condition), bound(weaker), values)
              }
            case _ => false
          }
          assert(excluding > conditionsPerColumn / 10, s"conditions on ${field.name} that exclude a value, seed $seed")
        }
      }
    }

  private def implied(condition: Expression): Option[Expression] =
    ExpressionTable(condition).implied.applyOrElse(condition, (_: Expression) => None)

  /** Returns a projection with conditions as the optimizer passes them to a source. */
  private def optimized(field: StructField, conditions: Seq[String]): Project = {
    val empty = spark.createDataFrame(spark.sparkContext.emptyRDD[Row], StructType(Seq(field)))
    val named = conditions.zipWithIndex.map { case (condition, index) => s"$condition AS c$index" }
    val plan = empty.selectExpr(named: _*).asInstanceOf[Dataset[Row]].queryExecution.optimizedPlan
    plan.collectFirst { case project: Project => project }.get
  }

  /** Asserts that a condition implies another, and returns whether the other excludes a value. */
  private def excludes(clue: String, condition: Expression, weaker: Expression, values: Seq[Any]): Boolean =
    values.count { value =>
      val row = InternalRow(value)
      val isIncluded = weaker.eval(row) == true
      Try(condition.eval(row)) match {
        case Success(true) => assert(isIncluded, s"$clue is true for $value, but not $weaker")
        case Failure(e)    => assert(isIncluded, s"$clue fails for $value with $e, but $weaker excludes it")
        case _             =>
      }
      !isIncluded
    } > 0
}
