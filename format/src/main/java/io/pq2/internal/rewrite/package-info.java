/**
 * Copies row groups into a new file without decoding values, and merges the metadata of the inputs. A column chunk is
 * copied byte by byte, or page by page when headers or the codec change. Encrypted modules are never copied, because
 * they are tied to their file.
 */
@NullMarked
package io.pq2.internal.rewrite;

import org.jspecify.annotations.NullMarked;
