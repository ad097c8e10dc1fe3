/**
 * Assembles a file: row groups one after another, their alignment to blocks, page indexes, and the footer, which may be
 * encrypted.
 */
@NullMarked
package io.pq2.internal.write.file;

import org.jspecify.annotations.NullMarked;
