/**
 * The commands, their options and the formats of their output.
 */
package io.pq2.cli.internal;
