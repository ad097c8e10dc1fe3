/** Plans compactions of tables, replaces files by new ones, and completes or undoes what a crash has left. */
@NullMarked
package io.pq2.internal.compact;

import org.jspecify.annotations.NullMarked;
