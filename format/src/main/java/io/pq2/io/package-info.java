/**
 * Files as the format sees them: something that has a length and gives byte ranges ({@link io.pq2.io.InputFile}), and
 * something that takes bytes in order ({@link io.pq2.io.OutputFile}). Nothing here knows what the bytes mean.
 *
 * <p>Offsets are bytes from the start of the file. What goes wrong with the medium is an {@link java.io.IOException}.
 */
package io.pq2.io;
