package io.pq2.cli.internal.convert.json;

/**
 * A number as it is written, so that no digit is lost.
 *
 * @param text the number; also NaN, Infinity and -Infinity, which some writers write
 */
record JsonNumber(String text) {}
