package io.pq2.hadoop.compact;

import io.pq2.compact.TableKeys;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.HadoopKeyMaterialStore;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Keys of a KMS, as the settings of encryption in a Hadoop configuration say ({@link HadoopEncryption}). */
public final class HadoopTableKeys implements TableKeys {

    private final Configuration configuration;

    /** Creates keys from settings of the KMS and, for new files, of master keys. */
    public HadoopTableKeys(Configuration configuration) {
        this.configuration = Objects.requireNonNull(configuration, "configuration");
    }

    @Override
    public @Nullable FileDecryptionProperties decryption(String file) throws IOException {
        Path path = new Path(file);
        FileDecryptionProperties decryption = HadoopEncryption.forReading(configuration, path);
        if (decryption != null) {
            Path material = HadoopKeyMaterialStore.of(path, configuration).path();
            if (material.getFileSystem(configuration).exists(material)) {
                throw new InvalidDataException(file + " has external key material (" + material.getName()
                        + "), which cannot be shared by a new file: write the table again with "
                        + HadoopEncryption.MATERIAL_IN_FILES + " = true");
            }
        }
        return decryption;
    }

    @Override
    public @Nullable FileEncryptionProperties encryption(String file, Schema schema) {
        if (!HadoopEncryption.isConfigured(configuration)) {
            return null;
        }
        if (!configuration.getBoolean(HadoopEncryption.MATERIAL_IN_FILES, true)) {
            throw new InvalidDataException("external key material has the name of its file, which a compaction changes:"
                    + " set " + HadoopEncryption.MATERIAL_IN_FILES + " to true");
        }
        return HadoopEncryption.forWriting(configuration, new Path(file), schema);
    }
}
