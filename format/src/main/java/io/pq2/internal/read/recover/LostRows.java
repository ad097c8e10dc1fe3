package io.pq2.internal.read.recover;

/**
 * Consecutive rows of a row group that are lost through damage of one column chunk.
 *
 * @param from the index in the row group of the first row
 * @param to the index in the row group after the last row; greater than {@code from}
 * @param page the ordinal of the damaged data page in the chunk, from 0; -1 if the damage is not in one data page
 * @param reason what is damaged
 */
public record LostRows(long from, long to, int page, String reason) {}
