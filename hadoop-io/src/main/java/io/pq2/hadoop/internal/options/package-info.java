/**
 * Parsing of configuration values, and the objects that are built from them: encryption, KMS access, memory budgets.
 */
@NullMarked
package io.pq2.hadoop.internal.options;

import org.jspecify.annotations.NullMarked;
