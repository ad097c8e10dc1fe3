/** The formats of output: tables, JSON lines and CSV. Text from files is escaped in each of them. */
@NullMarked
package io.pq2.cli.internal.output;

import org.jspecify.annotations.NullMarked;
