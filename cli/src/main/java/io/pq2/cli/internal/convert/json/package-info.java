/**
 * Reading JSON: an object per row, one after another with or without line breaks (JSON lines, NDJSON), or in one array.
 * Jackson splits the text into tokens; the types come from a schema, or are inferred from the values.
 */
@NullMarked
package io.pq2.cli.internal.convert.json;

import org.jspecify.annotations.NullMarked;
