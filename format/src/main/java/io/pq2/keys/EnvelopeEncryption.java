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
import java.util.function.UnaryOperator;

/**
 * How files are encrypted with keys of a KMS: each file gets keys of its own ({@link #newFile}), and with them what readers need to get
 * them back. Immutable, for any number of files.
 */
public final class EnvelopeEncryption {

    private final KmsAccess kms;
    private final String footerKey;
    private final Map<String, String> columns;
    private final int dataKeyBytes;
    private final int kekBytes;
    private final UnaryOperator<FileEncryptionProperties.Builder> details;

    private EnvelopeEncryption(Builder builder) {
        kms = builder.kms;
        footerKey = builder.footerKey;
        columns = new LinkedHashMap<>(builder.columns);
        dataKeyBytes = builder.dataKeyBytes;
        kekBytes = builder.doubleWrapping ? builder.kekBytes : 0;
        boolean otherColumns = builder.otherColumns;
        EncryptionScheme scheme = builder.scheme;
        boolean plaintextFooter = builder.plaintextFooter;
        UnaryOperator<FileEncryptionProperties.Builder> more = builder.details;
        details = properties ->
                more.apply(properties.otherColumns(otherColumns).scheme(scheme).plaintextFooter(plaintextFooter));
    }

    /**
     * A builder for uniform encryption: footer and columns under one master key.
     *
     * @param footerKey the master key
     */
    public static Builder builder(KmsAccess kms, String footerKey) {
        return new Builder(kms, footerKey);
    }

    /** The master keys that are used, each once. */
    public List<String> masterKeys() {
        List<String> keys = new ArrayList<>(List.of(footerKey));
        keys.addAll(columns.values());
        return keys.stream().distinct().toList();
    }

    /**
     * Asks the KMS for all master keys, so that nothing is written if one is not there. What it answers is kept for the files.
     *
     * @throws io.pq2.exception.EncryptionException if there is one that cannot be used
     */
    public void check() {
        masterKeys().forEach(masterKey -> kms.check(masterKey, kekBytes));
    }

    /**
     * New keys for a file.
     *
     * @param store where key material goes, null for the file itself. It is there when this returns
     * @return for one file: whoever writes it destroys them
     * @throws io.pq2.exception.EncryptionException if the KMS does not give a key
     * @throws IOException if key material cannot be stored
     */
    public FileEncryptionProperties newFile(KeyMaterialStore store) throws IOException {
        Map<String, KeyMaterial> external = store == null ? null : new LinkedHashMap<>();
        byte[] key = AesKeyWrap.random(dataKeyBytes);
        try {
            FileEncryptionProperties.Builder properties = FileEncryptionProperties.builder(key)
                    .footerKeyMetadata(metadata(true, key, footerKey, KeyMaterialFile.FOOTER_KEY, external));
            int number = 0;
            for (Map.Entry<String, String> column : columns.entrySet()) {
                String reference = KeyMaterialFile.COLUMN_KEY + number++;
                addColumn(column.getKey(), column.getValue(), reference, external, properties);
            }
            FileEncryptionProperties made =
                    details.apply(properties.forOneFile(true)).build();
            if (store != null) {
                store.write(new KeyMaterialFile(external));
            }
            return made;
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private void addColumn(
            String path,
            String masterKey,
            String reference,
            Map<String, KeyMaterial> external,
            FileEncryptionProperties.Builder properties) {
        byte[] key = AesKeyWrap.random(dataKeyBytes);
        try {
            properties.column(path, key, metadata(false, key, masterKey, reference, external));
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private byte[] metadata(
            boolean footer, byte[] key, String masterKey, String reference, Map<String, KeyMaterial> external) {
        KeyMaterial material = kms.material(footer, key, masterKey, kekBytes);
        if (external == null) {
            return KeyMetadata.internal(material).toBytes();
        }
        external.put(reference, material);
        return KeyMetadata.external(reference).toBytes();
    }

    /** Makes {@link EnvelopeEncryption}. */
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
         * Encrypts a column, or all columns of a group, under a master key, with a data key of its own. Columns that are not named are then not
         * encrypted, unless {@link #otherColumns} says otherwise.
         *
         * @param dottedPath names from the top-level field on with dots between them
         */
        public Builder column(String dottedPath, String masterKey) {
            columns.put(
                    Objects.requireNonNull(dottedPath, "dottedPath"), Objects.requireNonNull(masterKey, "masterKey"));
            return this;
        }

        /** Whether columns that are not named are encrypted with the footer's key although others are named; false unless set. */
        public Builder otherColumns(boolean encrypted) {
            otherColumns = encrypted;
            return this;
        }

        /** The algorithm; {@link EncryptionScheme#AES_GCM_V1} unless set. */
        public Builder scheme(EncryptionScheme value) {
            scheme = Objects.requireNonNull(value, "scheme");
            return this;
        }

        /** Whether the footer is signed and not encrypted; false unless set. */
        public Builder plaintextFooter(boolean value) {
            plaintextFooter = value;
            return this;
        }

        /** Whether there are key encryption keys between master keys and data keys; true unless set. Otherwise the KMS wraps each data key. */
        public Builder doubleWrapping(boolean value) {
            doubleWrapping = value;
            return this;
        }

        /**
         * The length of data keys; 16 unless set.
         *
         * @throws InvalidDataException if it is not 16, 24 or 32
         */
        public Builder dataKeyBytes(int value) {
            dataKeyBytes = checked(value);
            return this;
        }

        /**
         * The length of key encryption keys; 16 unless set.
         *
         * @throws InvalidDataException if it is not 16, 24 or 32
         */
        public Builder kekBytes(int value) {
            kekBytes = checked(value);
            return this;
        }

        private static int checked(int bytes) {
            if (!AesKeyWrap.isKeyLength(bytes)) {
                throw new InvalidDataException("keys of " + bytes + " bytes; AES keys have 16, 24 or 32");
            }
            return bytes;
        }

        /** What else is set for each file: AAD prefix, provider. */
        public Builder details(UnaryOperator<FileEncryptionProperties.Builder> value) {
            details = Objects.requireNonNull(value, "details");
            return this;
        }

        /** The encryption as set so far. */
        public EnvelopeEncryption build() {
            return new EnvelopeEncryption(this);
        }
    }
}
