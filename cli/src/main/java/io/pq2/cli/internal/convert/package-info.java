/**
 * Conversion of other formats to Parquet and back: the formats, and what their readers share. Nothing here needs
 * Hadoop's classes.
 */
@NullMarked
package io.pq2.cli.internal.convert;

import org.jspecify.annotations.NullMarked;
