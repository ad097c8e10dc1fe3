package io.pq2.fuzz.file;

import org.jspecify.annotations.Nullable;

/**
 * A valid file that mutations start from.
 *
 * @param name the name for reports
 * @param model the parts of the file; null if only its bytes can be changed
 */
public record SeedFile(String name, byte[] bytes, @Nullable FileModel model) {

    public static SeedFile of(String name, byte[] bytes) {
        return new SeedFile(name, bytes, FileModel.parse(bytes));
    }
}
