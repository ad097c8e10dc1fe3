/**
 * Compares writes of tables from memory to a RAM disk: the tables, the engines, their rounds, the verification of their
 * files, the report.
 */
@NullMarked
package io.pq2.bench.write;

import org.jspecify.annotations.NullMarked;
