/** Encrypted writes: column names in SQL, table properties, and checks before a query overwrites anything. */
@NullMarked
package io.pq2.spark.internal.encryption;

import org.jspecify.annotations.NullMarked;
