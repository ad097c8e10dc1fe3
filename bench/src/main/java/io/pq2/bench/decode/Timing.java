package io.pq2.bench.decode;

/**
 * How long is measured.
 *
 * @param warmUpRounds rounds before those that count
 * @param rounds rounds that count; the median of them is the result
 * @param minMillis so long an engine repeats a case within a round, at least
 */
public record Timing(int warmUpRounds, int rounds, int minMillis) {}
