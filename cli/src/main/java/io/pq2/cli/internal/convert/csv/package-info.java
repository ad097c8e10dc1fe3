/**
 * Reading CSV (RFC 4180): a line per row with fields between delimiters, the first line with the names of the columns.
 * FastCSV splits the lines; the types come from a schema, or are inferred from the texts.
 */
@NullMarked
package io.pq2.cli.internal.convert.csv;

import org.jspecify.annotations.NullMarked;
