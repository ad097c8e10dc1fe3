/**
 * The text of messages.
 */
@NullMarked
package io.pq2.internal.exception;

import org.jspecify.annotations.NullMarked;
