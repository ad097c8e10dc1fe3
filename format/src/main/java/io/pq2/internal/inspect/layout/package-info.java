/** Pictures of the layout of files: as text, SVG and HTML. Text from files is escaped. */
@NullMarked
package io.pq2.internal.inspect.layout;

import org.jspecify.annotations.NullMarked;
