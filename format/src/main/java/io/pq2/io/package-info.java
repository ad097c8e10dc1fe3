/**
 * Files as sequences of bytes: {@link io.pq2.io.InputFile} has a length and returns byte ranges, and
 * {@link io.pq2.io.OutputFile} receives bytes in order. This package does not interpret the bytes.
 *
 * <p>Offsets are bytes from the start of the file. Failures of the file system are {@link java.io.IOException}s.
 */
@NullMarked
package io.pq2.io;

import org.jspecify.annotations.NullMarked;
