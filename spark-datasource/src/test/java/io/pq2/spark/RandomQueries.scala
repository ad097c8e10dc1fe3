package io.pq2.spark

import java.util.Locale

import scala.util.Random

import org.apache.spark.sql.types._

/** Random queries of a pair of tables, named `f` (facts) and `d` (dimensions): projections, filters, aggregates, joins,
  * subqueries and top rows. The rows of a result are determined by the tables, in any order.
  *
  * Some queries have expressions that fail for some values. In ANSI mode, this is an error. Then a query of one table
  * has one of them at most, so that its error is determined as well. A query of two tables has none, because a join
  * that has no rows may end before all rows are read.
  */
final private class RandomQueries(facts: RandomTable, dimensions: RandomTable, random: Random, isAnsi: Boolean) {

  import RandomQueries._

  private def oneOf[T](choices: collection.Seq[T]): T = choices(random.nextInt(choices.size))

  private def some[T](choices: collection.Seq[T], most: Int): Seq[T] =
    Seq.fill(1 + random.nextInt(most))(oneOf(choices)).distinct

  private def chance(percent: Int): Boolean = random.nextInt(100) < percent

  /** Whether the queries write the names of columns in another case than the tables do. */
  private val inUpperCase = chance(20)

  private val factColumns = facts.columns.map(column => column.copy(name = written(s"f.${column.name}")))
  private val dimensionColumns = dimensions.columns.map(column => column.copy(name = written(s"d.${column.name}")))

  private def written(name: String): String = if (inUpperCase) name.toUpperCase(Locale.ROOT) else name

  /** How many more expressions of the query may fail. */
  private var mayFail = 0

  def next(): String = {
    val kind = random.nextInt(12)
    mayFail = if (!isAnsi) 3 else if (JoinKinds.contains(kind)) 0 else 1
    query(kind)
  }

  private def query(kind: Int): String = kind match {
    case 0 | 1 | 2 => s"SELECT ${projection(factColumns)} FROM f${where(factColumns, 85)}"
    case 3         =>
      if (chance(50)) s"SELECT ${aggregates(factColumns)} FROM f${where(partitionOnly, 30)}" else ofRowGroups()
    case 4     => if (chance(60)) grouped(s"f${where(factColumns, 50)}", factColumns) else exploded()
    case 5 | 6 => join()
    case 7     => s"SELECT ${projection(factColumns)} FROM f WHERE ${subquery()}"
    case 8     => top()
    case 9     =>
      // Sources read several files in different orders.
      val limit = if (facts.isOneFile) s" LIMIT ${oneOf(Seq(1, 2, 7, 50))}" else ""
      s"SELECT ${projection(factColumns)} FROM f${where(factColumns, 70)}$limit"
    case 10 => unlessExcluded()
    case _  =>
      val columns = some(factColumns.filter(column => isOrdered(column.dataType)), 3).map(_.name)
      s"SELECT DISTINCT ${columns.mkString(", ")} FROM f${where(factColumns, 50)}"
  }

  /** Returns a query of counts and extremes that is likely to use all rows of some row groups. */
  private def ofRowGroups(): String = {
    val scalars = factColumns.filter(column => isScalar(column.dataType))
    val functions = Seq.fill(1 + random.nextInt(4))(oneOf(scalars.filter(isInFooters))).map { column =>
      oneOf(Seq("count(*)", s"count(${column.name})", s"min(${column.name})", s"max(${column.name})"))
    }
    val conditions = Seq.fill(1 + random.nextInt(2))(oneOf(scalars)).map { column =>
      if (chance(50) || column.literals.isEmpty) leaf(IndexedSeq(column))
      else s"NOT (${column.name} <=> ${oneOf(column.literals)})"
    }
    val list = functions.mkString(", ")
    val rows = s"FROM f WHERE ${conditions.mkString(" AND ")}"
    RandomQueries.InBatches +
      (if (chance(30)) s" SELECT f.p, $list $rows GROUP BY f.p" else s" SELECT $list $rows")
  }

  private def partitionOnly = factColumns.filter(_.name.equalsIgnoreCase("f.p"))

  private def where(columns: IndexedSeq[RandomColumn], percent: Int): String =
    if (isAnsi && mayFail > 0 && chance(8)) s" WHERE ${guarded(columns)}"
    else if (chance(percent)) s" WHERE ${condition(columns, 3)}"
    else ""

  /** Returns a condition that may fail, and one after it that is likely to exclude rows for which the first fails. */
  private def guarded(columns: IndexedSeq[RandomColumn]): String = {
    val isComparable = (column: RandomColumn) => isScalar(column.dataType) && column.literals.nonEmpty
    val first = fallible(oneOf(columns), 100).fold(leaf(columns))(onFallible)
    val second = columns.filter(isComparable) match {
      case Seq()   => leaf(columns)
      case scalars =>
        val column = oneOf(scalars)
        s"${column.name} = ${oneOf(column.literals)}"
    }
    s"$first AND $second"
  }

  /** Returns a query of an expression that may fail, on the rows for which a condition before it is true. */
  private def unlessExcluded(): String = {
    val first = leaf(factColumns)
    val expression = fallible(oneOf(factColumns), 100).getOrElse("f.k")
    random.nextInt(4) match {
      case 0 => s"SELECT ${projection(factColumns)} FROM f WHERE $first AND ${onFallible(expression)}"
      case 1 => s"SELECT f.k, CASE WHEN $first THEN $expression END FROM f${where(partitionOnly, 30)}"
      case 2 => s"SELECT count(IF($first, $expression, NULL)), count(*) FROM f"
      case _ => s"SELECT count($expression) FILTER (WHERE $first) FROM f GROUP BY f.p"
    }
  }

  private def projection(columns: IndexedSeq[RandomColumn]): String =
    Seq.fill(1 + random.nextInt(5))(expression(oneOf(columns))).mkString(", ")

  private def expression(column: RandomColumn): String = fallible(column, 10).getOrElse(column.dataType match {
    case _ if chance(70)                  => column.name
    case IntegerType                      => s"${column.name} % 7"
    case DateType                         => s"year(${column.name})"
    case TimestampType | TimestampNTZType =>
      oneOf(Seq("to_date(?)", "hour(?)", "date_trunc('DAY', ?)", "month(?)")).replace("?", column.name)
    case StringType      => s"upper(${column.name})"
    case BinaryType      => s"hex(${column.name})"
    case _: ArrayType    => s"size(${column.name})"
    case _: MapType      => s"map_keys(${column.name})"
    case _: StructType   => s"${column.name} IS NULL"
    case _ if chance(50) => s"hash(${column.name})"
    case _               => s"coalesce(${column.name}, ${oneOf(column.literals :+ "NULL")})"
  })

  /** Returns an expression that fails for some values of a column: its result is null, or an error in ANSI mode. */
  private def fallible(column: RandomColumn, percent: Int): Option[String] =
    if (mayFail > 0 && chance(percent)) {
      val expressions = column.dataType match {
        case StringType                                    => FallibleOfString
        case ByteType | ShortType | IntegerType | LongType => FallibleOfInteger
        case _: DecimalType                                => FallibleOfDecimal
        case FloatType | DoubleType                        => FallibleOfFloat
        case DateType                                      => FallibleOfDate
        case TimestampType                                 => FallibleOfTimestamp
        case _: ArrayType                                  => FallibleOfArray
        case _                                             => Nil
      }
      if (expressions.isEmpty) None
      else {
        mayFail -= 1
        Some(oneOf(expressions).replace("?", column.name))
      }
    } else None

  private def aggregates(columns: IndexedSeq[RandomColumn]): String =
    Seq.fill(1 + random.nextInt(4))(aggregate(oneOf(columns))).mkString(", ")

  private def aggregate(column: RandomColumn): String = {
    val name = column.name
    val filter = if (chance(10)) s" FILTER (WHERE ${leaf(IndexedSeq(column))})" else ""
    // Elements may be floating point numbers; see below.
    val argument = if (column.dataType.isInstanceOf[ArrayType]) None else fallible(column, 8)
    column.dataType match {
      case _ if argument.isDefined                          => s"${oneOf(Extremes :+ "count")}(${argument.get})$filter"
      case _ if chance(8)                                   => oneOf(OfConstants).replace("?", name) + filter
      case _ if chance(15)                                  => s"count(*)$filter"
      case _ if chance(20)                                  => s"count($name)$filter"
      case dataType if chance(15) && isOrdered(dataType)    => s"count(DISTINCT $name)$filter"
      case ByteType | ShortType | IntegerType if chance(40) =>
        oneOf(Seq("sum(?)", "avg(?)", "sum(? DIV 2)", "sum(CAST(? AS BIGINT) * 3 - 1)")).replace("?", name) + filter
      // Whether a sum of BIGINT is an error depends on the order of rows, its lower bits do not.
      case LongType if !isAnsi && chance(40)                           => s"sum($name)$filter"
      case ByteType | ShortType | IntegerType | LongType if chance(20) => s"sum(CAST($name AS DECIMAL(38, 0)))$filter"
      case decimal: DecimalType if chance(40)                          => s"${ofDecimals(decimal)}($name)$filter"
      // The smallest of -0.0 and 0.0 depends on the order of rows.
      case FloatType | DoubleType                  => s"${oneOf(Extremes)}($name)$filter + CAST(0 AS FLOAT)"
      case dataType if isScalar(dataType)          => s"${oneOf(Extremes)}($name)$filter"
      case _: ArrayType | _: MapType if chance(70) => s"${oneOf(Extremes :+ "sum")}(size($name))$filter"
      case _                                       => s"count($name)$filter"
    }
  }

  private def ofDecimals(decimal: DecimalType): String =
    // Whether a sum of the widest decimals overflows on the way depends on the order of rows.
    if (decimal.precision < DecimalType.MAX_PRECISION) oneOf(Seq("sum", "avg")) else "max"

  private def grouped(from: String, columns: IndexedSeq[RandomColumn]): String = {
    val keys =
      if (chance(40)) Seq("f.p") else some(columns.filter(column => isOrdered(column.dataType)), 3).map(expression)
    val list = keys.mkString(", ")
    val groupings = if (chance(70)) list else oneOf(Groupings).replace("?", list).replace("#", keys.head)
    s"SELECT $list, ${aggregates(columns)} FROM $from GROUP BY $groupings"
  }

  /** Returns a query of the elements of arrays or the entries of maps, or of rows if there are no such columns. */
  private def exploded(): String =
    factColumns.filter(column => Elements.isDefinedAt(column)) match {
      case Seq()       => grouped(s"f${where(factColumns, 50)}", factColumns)
      case collections =>
        val collection = oneOf(collections)
        val elements = Elements(collection)
        val columns = factColumns ++ elements
        val names = elements.map(_.name.stripPrefix("e.")).mkString(", ")
        val from = s"f LATERAL VIEW explode(${collection.name}) e AS $names${where(columns, 50)}"
        if (chance(50)) grouped(from, columns)
        else s"SELECT ${aggregates(elements)}, ${aggregates(columns)} FROM $from"
    }

  private def join(): String = {
    val kind = oneOf(Seq("JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN", "FULL JOIN"))
    val besideKeys = if (chance(25)) oneOf(Seq(" AND f.k <= d.b", " AND f.p <> d.p", " AND d.k > f.b")) else ""
    val on = oneOf(Seq("f.p = d.p", "f.k = d.k", "f.k = d.k AND f.p = d.p") ++ onOtherKeys) + besideKeys
    val onlyFacts = kind.startsWith("LEFT SEMI") || kind.startsWith("LEFT ANTI")
    val selection = if (chance(80)) s"WHERE ${condition(dimensionColumns, 1)}" else ""
    val from = s"f $kind (SELECT * FROM d $selection) d ON $on"
    val columns = if (onlyFacts) factColumns else factColumns ++ dimensionColumns
    val filter = where(factColumns, 40)
    if (chance(40)) grouped(from + filter, columns) else s"SELECT ${projection(columns)} FROM $from$filter"
  }

  /** Conditions of joins on keys of all types, also after casts. */
  private def onOtherKeys: Seq[String] = {
    val onTypes = factColumns.find(_.name.equalsIgnoreCase("f.t")).map(_.dataType) match {
      case Some(TimestampType | TimestampNTZType) =>
        Seq("CAST(f.t AS DATE) = CAST(d.t AS DATE)", "CAST(f.t AS DATE) = CAST(d.t AS DATE) AND f.k = d.k")
      case Some(_: DecimalType) => Seq("CAST(f.t AS DECIMAL(38, 6)) = d.t")
      case Some(StringType)     => Seq("upper(f.t) = upper(d.t)")
      case _                    => Nil
    }
    Seq("f.k = d.b", "f.b = d.k", "f.t = d.t", "f.t = d.t", "f.t = d.t AND f.k = d.b") ++ onTypes
  }

  private def subquery(): String = {
    val key = oneOf(Seq("k", "p", "t"))
    val of = s"FROM d WHERE ${condition(dimensionColumns, 1)}"
    random.nextInt(3) match {
      case 0 => s"f.$key ${oneOf(Seq("IN", "IN", "NOT IN"))} (SELECT d.$key $of)"
      case 1 => s"f.$key ${oneOf(Comparisons)} (SELECT ${oneOf(Extremes)}(d.$key) $of)"
      case _ => s"NOT EXISTS (SELECT 1 $of AND d.$key = f.$key)"
    }
  }

  /** Returns a query of the first rows by all of its columns. Zeros of different sign are equal in order, not in value.
    */
  private def top(): String = {
    val isExact = (column: RandomColumn) => isScalar(column.dataType) && !Floats.contains(column.dataType)
    val columns = some(factColumns.filter(isExact), 3).map(_.name)
    val order = columns.map(name => s"$name ${oneOf(Seq("", "DESC"))} NULLS ${oneOf(Seq("FIRST", "LAST"))}")
    s"SELECT ${columns.mkString(", ")} FROM f${where(factColumns, 50)} ORDER BY ${order.mkString(", ")} LIMIT " +
      oneOf(Seq(0, 1, 5, 100))
  }

  private def condition(columns: IndexedSeq[RandomColumn], depth: Int): String =
    random.nextInt(if (depth == 0) 1 else 5) match {
      case 1 => s"(${condition(columns, depth - 1)} AND ${condition(columns, depth - 1)})"
      case 2 => s"(${condition(columns, depth - 1)} OR ${condition(columns, depth - 1)})"
      case 3 => s"NOT (${condition(columns, depth - 1)})"
      case _ => leaf(columns)
    }

  private def leaf(columns: IndexedSeq[RandomColumn]): String = {
    val column = oneOf(columns)
    val name = column.name
    if (column.literals.isEmpty) s"$name IS ${oneOf(Seq("", "NOT "))}NULL"
    else if (!isScalar(column.dataType)) onElements(column, columns)
    else if (chance(1)) in(name, manyConstants(column))
    else
      random.nextInt(12) match {
        case 0 => s"$name IS ${oneOf(Seq("", "NOT "))}NULL"
        case 1 => s"$name <=> ${oneOf(column.literals :+ "NULL")}"
        case 2 => in(name, Seq.fill(1 + random.nextInt(4))(oneOf(column.literals)))
        case 3 => in(name, column.literals)
        case 4 => s"$name BETWEEN ${oneOf(column.literals)} AND ${oneOf(column.literals)}"
        case 5 => s"hash($name) % 3 = ${random.nextInt(3)}"
        case 6 =>
          val same = columns.filter(_.dataType == column.dataType)
          s"$name ${oneOf(Comparisons)} ${oneOf(same).name}"
        case 7 => fallible(column, 30).map(onFallible).getOrElse(computed(column))
        case _ => s"$name ${oneOf(Comparisons)} ${oneOf(column.literals)}"
      }
  }

  /** Returns the literals of a column, and thousands of other constants of its type if these are short in SQL. */
  private def manyConstants(column: RandomColumn): Seq[String] = {
    val more = column.dataType match {
      case ShortType | IntegerType | LongType | _: DecimalType => (-1000 until 1000).map(_.toString)
      case StringType                                          => (0 until 2000).map(i => s"'$i'")
      case DateType      => (1 to 28).flatMap(day => (1900 to 1970).map(year => f"DATE'$year-02-$day%02d'"))
      case TimestampType => (0 until 2000).map(i => s"TIMESTAMP_SECONDS($i)")
      case _             => Nil
    }
    random.shuffle(column.literals ++ more)
  }

  private def onFallible(expression: String): String =
    oneOf(Seq("? IS NULL", "? IS NOT NULL", "hash(?) % 3 <> 0", "? = ?", "coalesce(hash(?), 7) % 3 <> 0"))
      .replace("?", expression)

  /** A condition on a function of a column, which has a result for all values. */
  private def computed(column: RandomColumn): String = {
    val conditions = column.dataType match {
      case StringType                                    => StringConditions
      case ByteType | ShortType | IntegerType | LongType => IntegerConditions
      case _: DecimalType                                => DecimalConditions
      case FloatType | DoubleType                        => FloatConditions
      case DateType                                      => DateConditions
      case TimestampType | TimestampNTZType              => DateConditions ++ TimestampConditions
      case BinaryType                                    => Seq("hex(?) LIKE '%7%'", "length(?) > 3")
      case _                                             => Seq("hash(?) % 3 = 1")
    }
    oneOf(conditions).replace("?", column.name).replace("#", random.nextInt(24).toString)
  }

  /** A condition on elements of an array or on entries of a map, or on another column for each of them. */
  private def onElements(column: RandomColumn, columns: IndexedSeq[RandomColumn]): String = {
    val name = column.name
    val isMap = column.dataType.isInstanceOf[MapType]
    val array = if (isMap) s"map_values($name)" else name
    random.nextInt(7) match {
      case 0          => s"$name IS ${oneOf(Seq("", "NOT "))}NULL"
      case 1          => s"size($name) ${oneOf(Comparisons)} ${random.nextInt(3)}"
      case 2 if isMap =>
        s"$name[${oneOf(Seq("'a'", "'7'", "'none'"))}] ${oneOf(Comparisons)} ${oneOf(column.literals)}"
      case 3 => s"exists($array, x -> x ${oneOf(Comparisons)} ${oneOf(column.literals)})"
      case 4 => s"exists($array, x -> ${in("x", Seq.fill(2)(oneOf(column.literals)))})"
      case 5 =>
        val inPaths = columns.filter(_.name.toLowerCase(Locale.ROOT).endsWith(".p"))
        val other = oneOf(if (inPaths.isEmpty || chance(50)) columns else inPaths)
        val body = if (isScalar(other.dataType)) leaf(IndexedSeq(other)) else s"${other.name} IS NOT NULL"
        s"exists($array, x -> $body)"
      case _ => s"array_contains($array, ${oneOf(column.literals)})"
    }
  }

  private def in(name: String, literals: Seq[String]): String = {
    val withNull = if (chance(25)) literals :+ "NULL" else literals
    s"$name ${oneOf(Seq("IN", "NOT IN"))} (${withNull.mkString(", ")})"
  }
}

private object RandomQueries {

  /** Several groupings of the same rows, by all columns (?), and by the first one (#). */
  private val Groupings = Seq("ROLLUP(?)", "CUBE(?)", "GROUPING SETS ((?), (#), ())", "GROUPING SETS ((#), (?), (#))")

  /** The beginning of queries that test what only scans of batches do. */
  val InBatches = "/* in batches */"

  /** The elements of an array, or the keys and values of a map. */
  private val Elements: PartialFunction[RandomColumn, IndexedSeq[RandomColumn]] = {
    case RandomColumn(_, ArrayType(elementType, _), literals) => IndexedSeq(RandomColumn("e.x", elementType, literals))
    case RandomColumn(_, MapType(keyType, valueType, _), literals) =>
      IndexedSeq(RandomColumn("e.x", keyType, IndexedSeq("'a'", "'7'")), RandomColumn("e.y", valueType, literals))
  }

  /** Aggregates of constants, or of constants and a column in place of the question mark. */
  private val OfConstants = Seq(
    "count(1)",
    "count(NULL)",
    "count(DISTINCT 1)",
    "count(DISTINCT 'a', NULL)",
    "count(DISTINCT 1 + 1, ?)",
    "sum(1)",
    "sum(DISTINCT 5)",
    "sum(2.50)",
    "sum(CAST(NULL AS INT))",
    "avg(3)",
    "min('x')",
    "max(DATE'2024-02-29')",
    "max(NULL)",
    "sum(IF(? IS NULL, 1, 2))",
    "count(coalesce(?, NULL))"
  )

  private val Comparisons = Seq("=", "<>", "<", "<=", ">", ">=")

  private val Extremes = Seq("min", "max")

  /** The kinds of queries with a second table. */
  private val JoinKinds = Set(5, 6, 7)

  private val FallibleOfString =
    Seq("INT", "DOUBLE", "DATE", "BOOLEAN", "DECIMAL(9, 2)").map(name => s"CAST(? AS $name)")

  private val FallibleOfInteger =
    Seq("? * ?", "? + ?", "-?", "abs(?)", "7 DIV ?", "7 % ?", "CAST(? AS TINYINT)", "CAST(? AS DECIMAL(5, 2))")

  private val FallibleOfDecimal = Seq("? * ? * ?", "7 / ?", "CAST(? AS SMALLINT)", "CAST(? AS DECIMAL(5, 1))")

  private val FallibleOfFloat = Seq("CAST(? AS INT)", "CAST(? AS DECIMAL(9, 3))")

  private val FallibleOfDate = Seq("make_date(year(?), month(?), 31)")

  private val FallibleOfTimestamp = Seq("CAST(unix_millis(?) AS INT)")

  private val FallibleOfArray = Seq("element_at(?, 2)")

  /** Conditions on a string in place of the question mark. */
  private val StringConditions =
    Seq("a%", "%Z", "%7%", "%€%", "x", "%", "_%7").map(pattern => s"? LIKE '$pattern'") ++
      Seq("%a%7%", "a%€%Z", "%b%a", "a%_b").map(pattern => s"? LIKE '$pattern'") ++
      Seq("[a-c]", "^.?7").map(pattern => s"? RLIKE '$pattern'") ++
      Seq("substring(?, 1, 1) IN ('a', '7', '')", "upper(?) >= 'M'", "length(?) > 3", "coalesce(trim(?), 'x') = 'x'") ++
      Seq("TRY_CAST(? AS INT) > #", "md5(?) < '8'", "reverse(?) LIKE '7%'", "size(split(?, '7')) = 2")

  private val IntegerConditions = Seq(
    "? % 7 = 2",
    "pmod(?, 5) IN (1, 3)",
    "? DIV 3 >= #",
    "? DIV 4 + # > ? DIV 2",
    "? & 3 <> 1",
    "? ^ # > ?",
    "NOT ~? | 8 = #",
    "CAST(? AS DECIMAL(38, 0)) * 3 > #",
    "bit_count(?) > #",
    "CAST(? AS STRING) LIKE '%7'",
    "hex(?) RLIKE '^[1-7]'",
    "CASE WHEN ? BETWEEN 0 AND # THEN ? % 2 = 0 ELSE hash(?) % 3 = 0 END"
  )

  private val DecimalConditions = Seq(
    "? * 2 > 3",
    "abs(?) < 100",
    "? - 1 <= CAST(? AS DOUBLE)",
    "CAST(? AS STRING) LIKE '%7%'",
    "CASE WHEN ? > # THEN hash(?) % 2 = 0 ELSE ? < 0 END"
  )

  private val FloatConditions = Seq(
    "? / 2 > 0",
    "abs(CAST(? AS DOUBLE)) * 2 < 10",
    "? - 1D < ?",
    "(? + ?) + 0.3D <> ? + (? + 0.3D)",
    "CAST(? AS STRING) LIKE '-%'",
    "CASE WHEN ? > # THEN hash(?) % 2 = 0 ELSE ? < 0 END"
  )

  private val DateConditions = Seq(
    "year(?) < 2000",
    "month(?) = 1 + # DIV 2",
    "quarter(?) IN (1, 4)",
    "dayofmonth(?) > #",
    "weekday(?) < 3",
    "datediff(?, DATE'2000-02-29') > #",
    "datediff(?, DATE'2000-02-29') IN (-60, 0, 8767)",
    "trunc(?, 'MONTH') IN (DATE'1999-12-01', DATE'2024-02-29', DATE'2024-03-01')",
    "trunc(?, 'MONTH') = to_date(?)",
    "date_format(?, 'MM') = '02'",
    "CAST(? AS STRING) LIKE '%7'"
  )

  private val TimestampConditions = Seq(
    "to_date(?) > DATE'1999-12-31'",
    "hour(?) > #",
    "hour(?) IN (#, 0)",
    "minute(?) % 15 = 0",
    "second(?) <= #",
    "hour(?) * 60 + minute(?) < # * 60",
    "date_trunc('HOUR', ?) = ?",
    "date_trunc('DAY', ?) < ?",
    "date_trunc('WEEK', ?) > TIMESTAMP'1970-01-01 00:00:00'"
  )

  private val Floats: Set[DataType] = Set(FloatType, DoubleType)

  /** Whether footers commonly have the exact min and max of a column, and partial aggregates use it. */
  private def isInFooters(column: RandomColumn): Boolean = column.dataType match {
    case decimal: DecimalType => decimal.precision <= 18
    case BooleanType | ByteType | ShortType | IntegerType | LongType | DateType | TimestampNTZType => true
    case _                                                                                         => false
  }

  private def isScalar(dataType: DataType): Boolean = dataType match {
    case _: StructType | _: ArrayType | _: MapType => false
    case _                                         => true
  }

  /** Whether rows can be grouped by a type. */
  private def isOrdered(dataType: DataType): Boolean = !dataType.isInstanceOf[MapType]
}
