package io.pq2.keys;

import java.io.IOException;

/** Where the key material of one file lies that is not in the file itself. */
public interface KeyMaterialStore {

    /** Where that is, for messages. */
    String location();

    /**
     * What lies there.
     *
     * @throws java.io.FileNotFoundException if nothing does
     * @throws IOException if it cannot be read
     * @throws io.pq2.exception.CorruptFileException if it is no key material
     */
    KeyMaterialFile read() throws IOException;

    /**
     * Puts key material there, in the place of what was there.
     *
     * @throws IOException if it cannot be written; then nothing is there
     */
    void write(KeyMaterialFile material) throws IOException;
}
