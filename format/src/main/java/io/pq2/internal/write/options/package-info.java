/**
 * The settings of a writer, as the engine reads them: one record for each group of options of {@link
 * io.pq2.write.WriteOptions}, with the defaults and the lookups by column, and the checks of options against a schema.
 */
@NullMarked
package io.pq2.internal.write.options;

import org.jspecify.annotations.NullMarked;
