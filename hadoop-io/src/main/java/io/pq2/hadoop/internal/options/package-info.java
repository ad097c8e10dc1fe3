/**
 * Parsing of configuration values, and the objects that are built from them: encryption, KMS access, memory budgets.
 */
package io.pq2.hadoop.internal.options;
