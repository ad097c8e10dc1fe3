/**
 * The commands, their options and the formats of their output.
 */
@NullMarked
package io.pq2.cli.internal;

import org.jspecify.annotations.NullMarked;
