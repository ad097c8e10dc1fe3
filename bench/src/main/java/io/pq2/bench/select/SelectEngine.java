package io.pq2.bench.select;

import java.io.IOException;
import java.sql.SQLException;

/** Something that answers queries of a table, with one thread. */
interface SelectEngine {

    /** What the tables call it. */
    String name();

    /** Makes a table known, before it is queried. Not timed. */
    void prepare(TableFiles table) throws IOException, SQLException;

    /** What the query's rows are. Not timed. */
    Digest digest(TableFiles table, SelectQuery query) throws IOException, SQLException;

    /**
     * Gets each value of the query's rows.
     *
     * @throws IllegalStateException if the engine sees what it gets, and it is not what the digest says
     */
    SelectCost run(TableFiles table, SelectQuery query, Digest expected) throws IOException, SQLException;
}
