/**
 * Writes and parses the text of predicates, whose grammar is in docs/predicates.md.
 */
@NullMarked
package io.pq2.internal.predicate.text;

import org.jspecify.annotations.NullMarked;
