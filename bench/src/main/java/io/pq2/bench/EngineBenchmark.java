package io.pq2.bench;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Runs the queries of TPC-H and TPC-DS in Spark alone, with pq2, and with the native engine Comet; see {@link
 * EngineComparison}.
 */
public final class EngineBenchmark {

    private static final String USAGE = """
        usage: EngineBenchmark [SCALE] [--OPTION=VALUE...]
          SCALE         scale factor of TPC-H and TPC-DS (1)
          --directory   directory that keeps the files for later runs, in tpch and tpcds (target)
          --queries     run only queries whose name, such as TPC-H Q1 or TPC-DS Q14a, matches this regular expression
          --writers     read only files of writers, parquet (Spark) or pq2, that match this regular expression
          --comet       false: without Comet and the settings that it needs (true)
          --conf        further settings of all sessions: KEY=VALUE,KEY=VALUE
          --results     file that keeps the results of each query, from which an interrupted run goes on
          --warm-up     warm-up rounds (1)
          --rounds      measured rounds, whose median is reported (3)
          --fresh       run only the first 20 queries, once, in this order: given, reversed or shuffled
          --engine      the engine of --fresh: spark, pq2 or comet (pq2)\
        """;

    private EngineBenchmark() {}

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, EngineComparison.OPTIONS, EngineComparison::new);
    }
}
