package io.pq2.cli.internal.files;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableKeys;
import io.pq2.read.ReadOptions;
import io.pq2.write.WriteOptions;

/**
 * A place where a command writes.
 *
 * @param files its file system
 * @param path its path, as the file system expects it
 * @param keys the keys of files
 * @param reading how to read files
 * @param writing how to write files
 */
public record TableLocation(
        TableFileSystem files, String path, TableKeys keys, ReadOptions reading, WriteOptions writing) {}
