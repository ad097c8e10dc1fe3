/**
 * Assembly of shredded variants in the form that Spark gives them: metadata has only the names that the variant uses,
 * numbers have the smallest type, and fields are ordered by UTF-16.
 */
@NullMarked
package io.pq2.internal.variant.compact;

import org.jspecify.annotations.NullMarked;
