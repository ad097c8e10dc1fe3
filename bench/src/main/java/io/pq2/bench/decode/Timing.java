package io.pq2.bench.decode;

/**
 * The duration of a measurement.
 *
 * @param warmUpRounds the rounds before the measured ones
 * @param rounds the measured rounds; their median is the result
 * @param minMillis the minimum time for which an engine repeats a case within a round, in milliseconds
 */
public record Timing(int warmUpRounds, int rounds, int minMillis) {}
