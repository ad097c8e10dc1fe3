/**
 * Validates files against the specification: whether everything that a file says about itself is true. Reading a file
 * ignores what it does not need; a check looks at all of it.
 * {@code FilterCheck} tests whether filters find all rows of a file.
 */
@NullMarked
package io.pq2.check;

import org.jspecify.annotations.NullMarked;
