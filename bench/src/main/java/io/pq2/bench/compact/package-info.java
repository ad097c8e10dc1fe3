/**
 * Compares compactions of a table of small files: the table, the engines in processes of their own, what a process
 * costs, the comparison of rows, the report.
 */
@NullMarked
package io.pq2.bench.compact;

import org.jspecify.annotations.NullMarked;
