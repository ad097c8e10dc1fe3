package io.pq2.hadoop.internal.keys;

import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.internal.options.HadoopKeyMaterialStore;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyUnwrapper;
import io.pq2.keys.KmsAccess;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The key material of files, and the KMS with their master keys, by the settings of a configuration. */
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
     * Checks that a KMS client is configured.
     *
     * @throws io.pq2.exception.InvalidDataException if it is not
     */
    public void requireKms() {
        settings.kms(null, null);
    }

    /** Returns the keys of a file, with internal or external key material. */
    public KeyUnwrapper materials(Path file) {
        return new KeyUnwrapper(settings::kms, HadoopKeyMaterialStore.of(file, configuration));
    }

    /**
     * Returns access to the KMS of a file.
     *
     * @param footer the key material of the file's footer key; null if there is none
     */
    public KmsAccess kms(@Nullable KeyMaterial footer) {
        return footer == null
                ? settings.kms(null, null)
                : settings.kms(footer.kmsInstanceId(), footer.kmsInstanceUrl());
    }

    /**
     * Returns the version of the master key of key material; null if the wrapped key does not contain it, or no KMS
     * client is configured.
     */
    public @Nullable String version(KeyMaterial material, @Nullable KeyMaterial footer) {
        return kmsConfigured ? kms(footer).keyVersion(material.wrappedWithMasterKey()) : null;
    }
}
