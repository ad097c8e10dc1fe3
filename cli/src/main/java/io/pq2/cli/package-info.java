/**
 * The command line: {@link io.pq2.cli.Main} runs the commands that docs/cli.md describes.
 */
@NullMarked
package io.pq2.cli;

import org.jspecify.annotations.NullMarked;
