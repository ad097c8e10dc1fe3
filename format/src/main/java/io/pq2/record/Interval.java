package io.pq2.record;

/**
 * A value of the logical type INTERVAL: three independent counts (LogicalTypes.md, "INTERVAL").
 *
 * @param months months, from 0 to 2<sup>32</sup> - 1
 * @param days days, from 0 to 2<sup>32</sup> - 1
 * @param millis milliseconds, from 0 to 2<sup>32</sup> - 1
 */
public record Interval(long months, long days, long millis) {}
