package io.pq2.record;

/**
 * A value of the logical type INTERVAL: three counts that cannot be turned into one another.
 *
 * @param months 0 to 2<sup>32</sup> - 1
 * @param days 0 to 2<sup>32</sup> - 1
 * @param millis milliseconds, 0 to 2<sup>32</sup> - 1
 */
public record Interval(long months, long days, long millis) {}
