package io.pq2.bench.select;

import io.pq2.bench.select.SelectColumn.Kind;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The benchmark's queries. Their literals are chosen from the table. */
final class SelectQueries {

    private static final int TEXTS = 100;
    private static final int PARTS = 200_000;
    private static final LocalDate FIRST_DAY = LocalDate.of(1995, 3, 1);
    /** About half of the rows have an earlier day. */
    private static final LocalDate MIDDLE_DAY = LocalDate.of(1995, 6, 17);
    /** The number of selected days; the table has 2,526. */
    private static final int DAYS = 25;

    private static final SelectColumn ORDER = SelectColumn.of("l_orderkey", Kind.NUMBER);
    private static final SelectColumn PRICE = SelectColumn.of("l_extendedprice", Kind.DECIMAL);
    private static final SelectColumn COMMENT = SelectColumn.of("l_comment", Kind.TEXT);
    private static final SelectColumn SHIP_DATE = SelectColumn.of("l_shipdate", Kind.DATE);
    private static final SelectColumn SHIP_MODE = SelectColumn.of("l_shipmode", Kind.TEXT);
    private static final SelectColumn PART = SelectColumn.of("l_partkey", Kind.NUMBER);
    private static final SelectColumn QUANTITY = SelectColumn.of("l_quantity", Kind.DECIMAL);
    private static final SelectColumn DISCOUNT = SelectColumn.of("l_discount", Kind.DECIMAL);

    private SelectQueries() {}

    /**
     * Returns the queries of a table.
     *
     * @param scale the TPC-H scale factor of the table
     */
    static List<SelectQuery> of(TableFiles table, DuckDbSelect duckDb, double scale) throws IOException, SQLException {
        return List.of(
                new SelectQuery(
                        "point lookup",
                        List.of(ORDER, SelectColumn.of("l_linenumber", Kind.NUMBER), PART, PRICE, SHIP_DATE, COMMENT),
                        compare("l_orderkey", Operator.EQ, new Literal.IntegerLiteral(anOrder(table, duckDb)))),
                new SelectQuery(
                        "point lookup without bloom filter",
                        List.of(ORDER, PART, PRICE, SHIP_DATE),
                        compare("l_partkey", Operator.EQ, share(scale, 37))),
                new SelectQuery(
                        "1 % range of the sort key",
                        List.of(ORDER, PRICE, DISCOUNT, SHIP_MODE),
                        Predicate.And.of(
                                compare("l_shipdate", Operator.GE, date(FIRST_DAY)),
                                compare("l_shipdate", Operator.LT, date(FIRST_DAY.plusDays(DAYS))))),
                new SelectQuery(
                        "1 % scattered, 8 columns",
                        List.of(ORDER, PART, QUANTITY, PRICE, DISCOUNT, SHIP_DATE, SHIP_MODE, COMMENT),
                        Predicate.And.of(
                                compare("l_partkey", Operator.GT, share(scale, 30)),
                                compare("l_partkey", Operator.LE, share(scale, 31)))),
                new SelectQuery(
                        "50 % range of the sort key",
                        List.of(ORDER, PRICE, DISCOUNT, SHIP_MODE),
                        compare("l_shipdate", Operator.LE, date(MIDDLE_DAY))),
                new SelectQuery(
                        "50 % scattered",
                        List.of(ORDER, PRICE, SHIP_DATE), compare("l_partkey", Operator.LE, share(scale, 50))),
                new SelectQuery(
                        "prefix of strings",
                        List.of(ORDER, PRICE, SelectColumn.of("l_tracking", Kind.TEXT)),
                        new Predicate.StartsWith(List.of("l_tracking"), aPrefix(table, duckDb))),
                new SelectQuery(
                        "IN list of 100 strings",
                        List.of(ORDER, PRICE, SelectColumn.of("l_tracking", Kind.TEXT)),
                        new Predicate.In(List.of("l_tracking"), someTexts(table, duckDb), false)),
                new SelectQuery(
                        "IS NULL, 0.1 % of rows",
                        List.of(ORDER, PRICE, SHIP_DATE), new Predicate.IsNull(List.of("l_invoice"))),
                new SelectQuery(
                        "IS NULL, 99 % of rows",
                        List.of(ORDER, PRICE, SHIP_DATE), new Predicate.IsNull(List.of("l_remark"))),
                new SelectQuery(
                        "nested field",
                        List.of(ORDER, QUANTITY, SelectColumn.of("l_shipto.city", Kind.TEXT)),
                        new Predicate.Comparison(List.of("l_shipto", "city"), Operator.EQ, aCity(table, duckDb))));
    }

    private static Predicate compare(String column, Operator operator, Literal literal) {
        return new Predicate.Comparison(List.of(column), operator, literal);
    }

    private static Literal date(LocalDate day) {
        return new Literal.DateLiteral(Math.toIntExact(day.toEpochDay()));
    }

    /** Returns the end of a range with a percentage of the table's parts. */
    private static Literal share(double scale, int percent) {
        return new Literal.IntegerLiteral((long) (scale * PARTS / 100 * percent));
    }

    private static long anOrder(TableFiles table, DuckDbSelect duckDb) throws IOException, SQLException {
        return duckDb.numbers("SELECT quantile_disc(l_orderkey, 0.37) FROM " + table.duckDb())
                .get(0);
    }

    /** Returns the first four of twelve characters of a text, which some other texts share. */
    private static ByteString aPrefix(TableFiles table, DuckDbSelect duckDb) throws IOException, SQLException {
        return ByteString.of(duckDb.texts("SELECT left(quantile_disc(l_tracking, 0.37), 4) FROM " + table.duckDb())
                .get(0));
    }

    private static Literal aCity(TableFiles table, DuckDbSelect duckDb) throws IOException, SQLException {
        return Literal.BinaryLiteral.of(
                duckDb.texts("SELECT max(l_shipto.city) FROM " + table.duckDb()).get(0));
    }

    /** Returns texts from the whole table and from the whole range of values. */
    private static List<Literal> someTexts(TableFiles table, DuckDbSelect duckDb) throws IOException, SQLException {
        List<Literal> texts = new ArrayList<>();
        for (String text : duckDb.texts("SELECT min(l_tracking) FROM (SELECT l_tracking, ntile(" + TEXTS
                + ") OVER (ORDER BY l_tracking) AS part FROM " + table.duckDb() + ") GROUP BY part ORDER BY part")) {
            texts.add(Literal.BinaryLiteral.of(text));
        }
        return texts;
    }
}
