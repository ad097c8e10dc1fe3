/**
 * Compacts tables: replaces the small files of each directory by few large ones with the same rows.
 *
 * <pre>{@code
 * TableCompaction compaction =
 *         TableCompaction.of(new LocalTableFileSystem(), "/data/table", CompactionOptions.DEFAULT);
 * compaction.recover();
 * CompactionPlan plan = compaction.plan();
 * CompactionResult result = compaction.run(plan, CompactionListener.NONE);
 * }</pre>
 *
 * <p>A table is a directory, possibly with directories of partitions. It must not belong to a table format, whose log
 * would not know the new files. docs/design/compaction.md describes the commit, and what others see meanwhile.
 */
@NullMarked
package io.pq2.compact;

import org.jspecify.annotations.NullMarked;
