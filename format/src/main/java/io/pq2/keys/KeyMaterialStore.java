package io.pq2.keys;

import java.io.IOException;

/** The place of the external key material of one data file. */
public interface KeyMaterialStore {

    /** Returns the location for messages. */
    String location();

    /**
     * Reads the key material.
     *
     * @throws java.io.FileNotFoundException if there is none
     * @throws IOException if it cannot be read
     * @throws io.pq2.exception.CorruptFileException if it is malformed
     */
    KeyMaterialFile read() throws IOException;

    /**
     * Writes key material, and replaces existing key material.
     *
     * @throws IOException if it cannot be written; then there is no key material
     */
    void write(KeyMaterialFile material) throws IOException;
}
