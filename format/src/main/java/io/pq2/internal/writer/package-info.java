/** Knows the bugs of the applications that wrote files. */
@NullMarked
package io.pq2.internal.writer;

import org.jspecify.annotations.NullMarked;
