/**
 * The command line: {@link io.pq2.cli.Main} runs the commands that docs/cli.md describes.
 */
package io.pq2.cli;
