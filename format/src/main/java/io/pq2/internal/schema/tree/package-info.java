/** Conversion between schemas and the lists of {@code SchemaElement}s in footers (LogicalTypes.md). */
@NullMarked
package io.pq2.internal.schema.tree;

import org.jspecify.annotations.NullMarked;
