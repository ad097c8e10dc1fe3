package io.pq2.compact;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.schema.Schema;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The keys of the files of a table. */
public interface TableKeys {

    /** No keys: encrypted files are not compacted. */
    TableKeys NONE = new TableKeys() {
        @Override
        public @Nullable FileDecryptionProperties decryption(String file) {
            return null;
        }

        @Override
        public @Nullable FileEncryptionProperties encryption(String file, Schema schema) {
            return null;
        }
    };

    /**
     * Returns the decryption properties of a file, which also apply to the other files that are merged with it.
     *
     * @param file the path of the file
     * @return null if there are no keys
     * @throws io.pq2.exception.InvalidDataException if the file has keys that a merged file cannot have
     * @throws IOException if the file system fails
     */
    @Nullable
    FileDecryptionProperties decryption(String file) throws IOException;

    /**
     * Returns the encryption properties of a new file, with new keys.
     *
     * @param file the path of the new file
     * @return null if new files are not encrypted
     * @throws io.pq2.exception.InvalidDataException if the keys would depend on the name of the file, which changes
     * @throws IOException if the keys cannot be stored
     */
    @Nullable
    FileEncryptionProperties encryption(String file, Schema schema) throws IOException;
}
