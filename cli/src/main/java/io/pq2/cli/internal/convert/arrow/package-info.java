/**
 * Arrow IPC (Arrow Columnar Format, version 1): the stream format and the file format.
 *
 * <pre>
 * stream  := schema message, (dictionary batch | record batch)*, end
 * message := ff ff ff ff, length of the metadata (4, little-endian), metadata (flatbuffer), body
 * end     := ff ff ff ff 00 00 00 00, or the end of the file
 * file    := "ARROW1", 00 00, stream, footer (flatbuffer), length of the footer (4), "ARROW1"
 * </pre>
 *
 * <p>A body has the buffers of the columns, depth first; for each column the validity bitmap, then offsets and values
 * as its type says. A compressed buffer begins with its uncompressed length (8 bytes, -1 if it is not compressed). The
 * footer has the places of all batches. Every offset and length is checked against what contains it.
 */
@NullMarked
package io.pq2.cli.internal.convert.arrow;

import org.jspecify.annotations.NullMarked;
