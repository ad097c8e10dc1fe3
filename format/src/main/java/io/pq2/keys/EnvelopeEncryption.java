package io.pq2.keys;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.keys.AesKeyWrap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts files with master keys of a KMS. Each file gets new data keys ({@link #newFile}), with the key metadata
 * that readers need to retrieve them. Immutable and thread-safe, for any number of files.
 */
public final class EnvelopeEncryption {

    private final KmsAccess kms;
    private final String footerKey;
    private final Map<String, String> columns;
    private final int dataKeyBytes;
    private final int kekBytes;
    private final boolean otherColumns;
    private final UnaryOperator<FileEncryptionProperties.Builder> details;

    private EnvelopeEncryption(Builder builder) {
        kms = builder.kms;
        footerKey = builder.footerKey;
        columns = new LinkedHashMap<>(builder.columns);
        dataKeyBytes = builder.dataKeyBytes;
        kekBytes = builder.doubleWrapping ? builder.kekBytes : 0;
        otherColumns = builder.otherColumns || columns.isEmpty();
        EncryptionScheme scheme = builder.scheme;
        boolean plaintextFooter = builder.plaintextFooter;
        UnaryOperator<FileEncryptionProperties.Builder> more = builder.details;
        details = properties -> more.apply(properties.scheme(scheme).plaintextFooter(plaintextFooter));
    }

    /**
     * Returns a builder. Without further calls, footer and columns are encrypted with two data keys under one master
     * key (uniform encryption).
     *
     * @param kms access to the KMS
     * @param footerKey id of the master key of the footer key
     */
    public static Builder builder(KmsAccess kms, String footerKey) {
        return new Builder(kms, footerKey);
    }

    /** Returns the ids of all master keys, without repetition. */
    public List<String> masterKeys() {
        List<String> keys = new ArrayList<>(List.of(footerKey));
        keys.addAll(columns.values());
        return keys.stream().distinct().toList();
    }

    /**
     * Checks that the KMS has all master keys, so that a job can fail before it writes files. Keys that the KMS
     * returns are cached for the files.
     *
     * @throws io.pq2.exception.EncryptionException if a master key cannot be used
     */
    public void check() {
        masterKeys().forEach(masterKey -> kms.check(masterKey, kekBytes));
    }

    /**
     * Creates the keys of a file.
     *
     * @param store destination of the key material, which is written before this method returns; absent to store it
     *     in the file
     * @return properties for one file; its writer wipes the keys
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap or generate a key
     * @throws IOException if the key material cannot be stored
     */
    public FileEncryptionProperties newFile(@Nullable KeyMaterialStore store) throws IOException {
        Map<String, KeyMaterial> external = store == null ? null : new LinkedHashMap<>();
        FileEncryptionProperties built =
                properties((key, masterKey, reference) -> metadata(key, masterKey, reference, external));
        if (store != null && external != null) {
            store.write(new KeyMaterialFile(external));
        }
        return built;
    }

    /**
     * Creates properties for a check without the KMS: a writer can check its options and its schema with them. They
     * encrypt the same columns as those of {@link #newFile}. Their keys are random and not stored.
     *
     * @return properties for one file, which no reader could decrypt
     */
    public FileEncryptionProperties trial() {
        return properties((key, masterKey, reference) -> null);
    }

    /** Makes the metadata by which readers find a data key. */
    @FunctionalInterface
    private interface MetadataSource {
        byte @Nullable [] of(byte[] key, String masterKey, String reference);
    }

    private FileEncryptionProperties properties(MetadataSource metadata) {
        byte[] key = AesKeyWrap.random(dataKeyBytes);
        try {
            FileEncryptionProperties.Builder properties = FileEncryptionProperties.builder(key)
                    .footerKeyMetadata(metadata.of(key, footerKey, KeyMaterialFile.FOOTER_KEY));
            int number = 0;
            for (Map.Entry<String, String> column : columns.entrySet()) {
                String reference = KeyMaterialFile.COLUMN_KEY + number++;
                addColumn(
                        column.getValue(),
                        reference,
                        metadata,
                        (columnKey, columnMetadata) -> properties.column(column.getKey(), columnKey, columnMetadata));
            }
            if (otherColumns) {
                // Not the footer key: no page must be able to pose as a footer (docs/design/encryption.md).
                addColumn(footerKey, KeyMaterialFile.COLUMN_KEY + number, metadata, properties::otherColumns);
            }
            return details.apply(properties.forOneFile(true)).build();
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /** Creates a data key, and passes it and its key metadata to a setter, which copies both. */
    private void addColumn(
            String masterKey, String reference, MetadataSource metadata, BiConsumer<byte[], byte[]> setter) {
        byte[] key = AesKeyWrap.random(dataKeyBytes);
        try {
            setter.accept(key, metadata.of(key, masterKey, reference));
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private byte[] metadata(
            byte[] key, String masterKey, String reference, @Nullable Map<String, KeyMaterial> external) {
        boolean footer = reference.equals(KeyMaterialFile.FOOTER_KEY);
        KeyMaterial material = kms.material(footer, key, masterKey, kekBytes);
        if (external == null) {
            return KeyMetadata.internal(material).toBytes();
        }
        external.put(reference, material);
        return KeyMetadata.external(reference).toBytes();
    }

    /** Builds an {@link EnvelopeEncryption}. */
    public static final class Builder {

        private final KmsAccess kms;
        private final String footerKey;
        private final Map<String, String> columns = new LinkedHashMap<>();
        private boolean otherColumns;
        private EncryptionScheme scheme = EncryptionScheme.AES_GCM_V1;
        private boolean plaintextFooter;
        private boolean doubleWrapping = true;
        private int dataKeyBytes = 16;
        private int kekBytes = 16;
        private UnaryOperator<FileEncryptionProperties.Builder> details = UnaryOperator.identity();

        private Builder(KmsAccess kms, String footerKey) {
            this.kms = Objects.requireNonNull(kms, "kms");
            this.footerKey = Objects.requireNonNull(footerKey, "footerKey");
        }

        /**
         * Encrypts a column, or all columns of a group, with a separate data key. Columns that are not named are
         * then not encrypted, unless {@link #otherColumns} is set.
         *
         * @param dottedPath path of a column or group, as names joined by dots
         * @param masterKey id of the master key
         * @return this builder
         */
        public Builder column(String dottedPath, String masterKey) {
            columns.put(
                    Objects.requireNonNull(dottedPath, "dottedPath"), Objects.requireNonNull(masterKey, "masterKey"));
            return this;
        }

        /**
         * Sets whether columns that are not named are encrypted although other columns are named, with a data key under
         * the master key of the footer. The default is false.
         *
         * @return this builder
         */
        public Builder otherColumns(boolean encrypted) {
            otherColumns = encrypted;
            return this;
        }

        /**
         * Sets the encryption algorithm. The default is {@link EncryptionScheme#AES_GCM_V1}.
         *
         * @return this builder
         */
        public Builder scheme(EncryptionScheme value) {
            scheme = Objects.requireNonNull(value, "scheme");
            return this;
        }

        /**
         * Sets whether the footer is signed instead of encrypted. The default is false.
         *
         * @return this builder
         */
        public Builder plaintextFooter(boolean value) {
            plaintextFooter = value;
            return this;
        }

        /**
         * Sets whether key encryption keys wrap the data keys (double wrapping). Otherwise the KMS wraps each data
         * key. The default is true.
         *
         * @return this builder
         */
        public Builder doubleWrapping(boolean value) {
            doubleWrapping = value;
            return this;
        }

        /**
         * Sets the length of data keys in bytes. The default is 16.
         *
         * @param value 16, 24 or 32
         * @return this builder
         * @throws InvalidDataException if the length is not allowed
         */
        public Builder dataKeyBytes(int value) {
            dataKeyBytes = checked(value);
            return this;
        }

        /**
         * Sets the length of key encryption keys in bytes. The default is 16.
         *
         * @param value 16, 24 or 32
         * @return this builder
         * @throws InvalidDataException if the length is not allowed
         */
        public Builder kekBytes(int value) {
            kekBytes = checked(value);
            return this;
        }

        private static int checked(int bytes) {
            if (!AesKeyWrap.isKeyLength(bytes)) {
                throw new InvalidDataException("key length of " + bytes + " bytes; AES keys have 16, 24 or 32");
            }
            return bytes;
        }

        /**
         * Sets further properties of each file, for example the AAD prefix or the security provider.
         *
         * @param value called with the builder of each file
         * @return this builder
         */
        public Builder details(UnaryOperator<FileEncryptionProperties.Builder> value) {
            details = Objects.requireNonNull(value, "details");
            return this;
        }

        /** Returns the encryption. */
        public EnvelopeEncryption build() {
            return new EnvelopeEncryption(this);
        }
    }
}
