package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.write.Cost;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of a query in one engine.
 *
 * @param section the tables of the query
 * @param query the name of the query
 * @param seconds the wall time of each measured round, from the text of the query to its rows
 * @param processSeconds the processor time of the process in each measured round
 * @param planned the operators of the plan before the query ran
 * @param ran the operators of the plan that ran
 * @param error what is wrong with the answer, or why there is none; empty if it is right
 */
record EngineResult(
        Section section,
        String query,
        Engine engine,
        List<Double> seconds,
        List<Double> processSeconds,
        PlanCounts planned,
        PlanCounts ran,
        String error) {

    private static final String SEPARATOR = "\t";
    private static final int FIELDS = 9;

    /**
     * The tables of some queries.
     *
     * @param workload the name of the workload
     * @param writer the format of the writer of the files
     */
    record Section(String workload, String writer) {

        /** Returns the name in reports. */
        String title() {
            return workload + ", files of " + (writer.equals("pq2") ? "pq2" : "Spark");
        }
    }

    /** Creates the result of a query whose answers were right in all rounds. */
    static EngineResult measured(
            Section section, String query, Engine engine, List<Cost> costs, PlanCounts planned, PlanCounts ran) {
        return new EngineResult(
                section,
                query,
                engine,
                costs.stream().map(Cost::seconds).toList(),
                costs.stream().map(Cost::processSeconds).toList(),
                planned,
                ran,
                "");
    }

    /** Creates the result of a query without a right answer. It has no times. */
    static EngineResult failed(Section section, String query, Engine engine, String error) {
        return new EngineResult(section, query, engine, List.of(), List.of(), PlanCounts.NONE, PlanCounts.NONE, error);
    }

    /** Whether all answers were right. */
    boolean isRight() {
        return error.isEmpty();
    }

    /** Returns the median wall time; NaN without a right answer. */
    double medianSeconds() {
        return isRight() ? Averages.median(seconds, Double::doubleValue) : Double.NaN;
    }

    /** Returns the median processor time; NaN without a right answer. */
    double medianProcessSeconds() {
        return isRight() ? Averages.median(processSeconds, Double::doubleValue) : Double.NaN;
    }

    /** Returns this as a line of a file. */
    String toLine() {
        return String.join(
                SEPARATOR,
                section.workload(),
                section.writer(),
                query,
                engine.name(),
                numbers(seconds),
                numbers(processSeconds),
                planned.toString(),
                ran.toString(),
                error);
    }

    /**
     * Parses a line of a file.
     *
     * @throws IllegalArgumentException if it is no line of this class
     */
    static EngineResult parse(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a result of a query: " + line);
        }
        return new EngineResult(
                new Section(fields[0], fields[1]),
                fields[2],
                Engine.valueOf(fields[3]),
                numbers(fields[4]),
                numbers(fields[5]),
                PlanCounts.parse(fields[6]),
                PlanCounts.parse(fields[7]),
                fields[8]);
    }

    private static String numbers(List<Double> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static List<Double> numbers(String text) {
        return Stream.of(text.split(" ", -1))
                .filter(number -> !number.isEmpty())
                .map(Double::valueOf)
                .toList();
    }
}
