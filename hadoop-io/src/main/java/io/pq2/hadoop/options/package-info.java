/**
 * Options of reading, writing, splitting and encryption, taken from a Hadoop
 * {@link org.apache.hadoop.conf.Configuration}.
 *
 * <p>Each class has the keys of one subject as constants and builds the options of the format from them. The keys,
 * their values and their defaults are listed in docs/configuration.md. A key that is not set leaves the default; a
 * value that its key does not accept is an {@link io.pq2.exception.InvalidDataException} that names the key.
 */
@NullMarked
package io.pq2.hadoop.options;

import org.jspecify.annotations.NullMarked;
