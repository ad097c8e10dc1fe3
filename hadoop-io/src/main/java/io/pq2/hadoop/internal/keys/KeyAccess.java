package io.pq2.hadoop.internal.keys;

import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.internal.options.HadoopKeyMaterialStore;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyUnwrapper;
import io.pq2.keys.KmsAccess;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Key material of files, and the KMS that has their master keys, as a configuration says. */
public final class KeyAccess {

    private final Configuration configuration;
    private final EncryptionSettings settings;
    private final boolean kmsConfigured;

    public KeyAccess(Configuration configuration) {
        this.configuration = configuration;
        this.settings = new EncryptionSettings(configuration);
        this.kmsConfigured =
                !configuration.getTrimmed(HadoopEncryption.KMS_CLIENT, "").isEmpty();
    }

    /**
     * Does nothing but to see that there is a KMS client.
     *
     * @throws io.pq2.exception.InvalidDataException if none is configured
     */
    public void requireKms() {
        settings.kms(null, null);
    }

    /** Finds the key material of a file, beside it if need be. */
    public KeyUnwrapper materials(Path file) {
        return new KeyUnwrapper(settings::kms, HadoopKeyMaterialStore.beside(file, configuration));
    }

    /**
     * The way to the KMS of a file.
     *
     * @param footer the key material of the file's footer key, null if there is none
     */
    public KmsAccess kms(KeyMaterial footer) {
        return footer == null
                ? settings.kms(null, null)
                : settings.kms(footer.kmsInstanceId(), footer.kmsInstanceUrl());
    }

    /** The version of the master key that key material is under; null if it does not say, or no KMS client is configured. */
    public String version(KeyMaterial material, KeyMaterial footer) {
        return kmsConfigured ? kms(footer).keyVersion(material.wrappedWithMasterKey()) : null;
    }
}
