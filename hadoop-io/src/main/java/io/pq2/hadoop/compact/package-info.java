/** Compaction of tables on Hadoop's file systems: what {@link io.pq2.compact.TableCompaction} needs of them. */
@NullMarked
package io.pq2.hadoop.compact;

import org.jspecify.annotations.NullMarked;
