package io.pq2.bench.select;

import java.io.IOException;
import java.sql.SQLException;

/** Answers queries of a table, without Spark with one thread. */
interface SelectEngine {

    /** Returns the name in the tables. */
    String name();

    /** Prepares a table for queries. Not timed. */
    void prepare(TableFiles table) throws IOException, SQLException;

    /** Computes the digest of the query's rows. Not timed. */
    Digest digest(TableFiles table, SelectQuery query) throws IOException, SQLException;

    /**
     * Reads each value of the query's rows.
     *
     * @throws IllegalStateException if the engine can see its values and they do not match the digest
     */
    SelectCost run(TableFiles table, SelectQuery query, Digest expected) throws IOException, SQLException;
}
