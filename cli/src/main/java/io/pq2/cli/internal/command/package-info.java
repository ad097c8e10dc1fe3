/** The commands that look into files. Each is a thin layer over the public packages of {@code format}. */
@NullMarked
package io.pq2.cli.internal.command;

import org.jspecify.annotations.NullMarked;
