/** The files that the arguments of a command name. Nothing here needs Hadoop's classes. */
@NullMarked
package io.pq2.cli.internal.files;

import org.jspecify.annotations.NullMarked;
