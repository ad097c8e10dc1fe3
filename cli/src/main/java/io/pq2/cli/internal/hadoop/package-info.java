/**
 * What needs Hadoop's classes: files on Hadoop's file systems and the commands for encryption keys. The jar for local
 * files does not contain this package. {@link io.pq2.cli.internal.files.HadoopSupport} finds it as a service.
 */
@NullMarked
package io.pq2.cli.internal.hadoop;

import org.jspecify.annotations.NullMarked;
