package io.pq2.read;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.CryptoMetaDataReader;
import io.pq2.internal.thrift.CryptoMetaDataWriter;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.read.AttackedFile.Layout;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of files that {@link Attack}s change, by their names in docs/encryption.md. */
final class AttackedParts {

    /** The types of modules outside of the footer. */
    static final Set<String> MODULES = Stream.of(ModuleType.values())
            .filter(type -> type != ModuleType.FOOTER && type != ModuleType.COLUMN_META_DATA)
            .map(ModuleType::toString)
            .collect(Collectors.toCollection(TreeSet::new));

    static final String ENCRYPTED_FOOTER = "encrypted footer";
    static final String SIGNED_FOOTER = "signed footer";
    static final Set<String> FOOTERS = Set.of(ENCRYPTED_FOOTER, SIGNED_FOOTER);
    /** The module of a column with its own key, in a footer whose signature the reader cannot verify. */
    static final String COLUMN_METADATA = "column metadata";

    /** With one success in 4,096 tries, all of them fail with a probability of 10^-21. */
    private static final int MAX_TRIES = 200_000;

    static final String UNCOMPRESSED = "file with uncompressed pages";
    static final String COMPRESSED = "file with compressed pages";
    static final String REQUIRED_ALGORITHM = "file whose reader requires its algorithm";
    static final String FILE = "file";
    static final String FILE_WITH_PREFIX = "file whose reader sets an AAD prefix";

    static final String UNVERIFIED_PREFIX = "file whose reader allows unverified AAD prefixes";

    /** The reader allows unverified AAD prefixes too, so that only the requirement detects the attack. */
    static final String REQUIRED_COLUMNS = "file whose reader requires encrypted columns";

    private AttackedParts() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Layout layout(String part) {
        return switch (part) {
            case SIGNED_FOOTER -> Layout.SIGNED_FOOTER;
            case COLUMN_METADATA -> Layout.COLUMN_KEY;
            default -> Layout.ENCRYPTED_FOOTER;
        };
    }

    static List<CompressionCodec> codecs(String part) {
        return part.equals(COMPRESSED)
                ? List.of(
                        CompressionCodec.SNAPPY, CompressionCodec.ZSTD, CompressionCodec.GZIP, CompressionCodec.LZ4_RAW)
                : List.of(CompressionCodec.UNCOMPRESSED);
    }

    static WriteOptions.Builder encrypted(EncryptionScheme scheme, Layout layout) {
        return AttackedFile.options()
                .encryption(AttackedFile.encryption(scheme, layout).build());
    }

    static byte[] write(EncryptionScheme scheme, Layout layout) {
        return AttackedFile.write(1, encrypted(scheme, layout).build());
    }

    static byte[] withPrefix(EncryptionScheme scheme, long seed, String prefix) {
        return AttackedFile.write(
                seed,
                AttackedFile.options()
                        .encryption(AttackedFile.encryption(scheme, Layout.ENCRYPTED_FOOTER)
                                .aadPrefix(prefix == null ? null : bytes(prefix))
                                .build())
                        .build());
    }

    static AttackedFile attacked(byte[] original, byte[] changed, String part) throws IOException {
        if (!part.equals(COLUMN_METADATA)) {
            return AttackedFile.of(original, changed, AttackedFile.decryption().build());
        }
        FileDecryptionProperties keys = FileDecryptionProperties.builder()
                .columnKey("a", AttackedFile.COLUMN_KEY)
                .unverifiedFooterAllowed(true)
                .build();
        return AttackedFile.of(original, changed, keys, "a");
    }

    /** Returns the start and end of a part. A module is in the given row group if the footer contains it. */
    static int[] range(byte[] bytes, String part, int rowGroup) throws IOException {
        switch (part) {
            case ENCRYPTED_FOOTER -> {
                CompactReader in = footer(bytes);
                CryptoMetaDataReader.read(in);
                return new int[] {in.position(), bytes.length - 8};
            }
            case SIGNED_FOOTER -> {
                return new int[] {AttackedFile.footerStart(bytes), bytes.length - 8};
            }
            case COLUMN_METADATA -> {
                byte[] module = AttackedFile.plaintextFooter(bytes)
                        .rowGroups()
                        .get(rowGroup)
                        .columns()
                        .get(0)
                        .encryptedColumnMetadata();
                int start = indexOf(bytes, module, AttackedFile.footerStart(bytes));
                return new int[] {start, start + module.length};
            }
            default -> {
                StoredModule module = modules(bytes, part).stream()
                        .filter(any -> any.rowGroup() == 1)
                        .findFirst()
                        .orElseThrow();
                return new int[] {module.offset(), module.offset() + module.size()};
            }
        }
    }

    private static CompactReader footer(byte[] bytes) {
        return new CompactReader(bytes, AttackedFile.footerStart(bytes), bytes.length - 8);
    }

    private static List<StoredModule> modules(byte[] bytes, String type) throws IOException {
        return StoredModule.of(bytes, AttackedFile.decryption().build()).stream()
                .filter(module -> module.type().toString().equals(type))
                .toList();
    }

    /** Replaces modules of a type by others of equal size that meet a condition. */
    static List<AttackedFile> replaced(
            String type, EncryptionScheme scheme, BiPredicate<StoredModule, StoredModule> condition)
            throws IOException {
        byte[] bytes = write(scheme, Layout.ENCRYPTED_FOOTER);
        List<StoredModule> modules = modules(bytes, type);
        List<AttackedFile> files = new ArrayList<>();
        for (StoredModule module : modules) {
            for (StoredModule by : modules) {
                if (files.size() < 5 && module.size() == by.size() && condition.test(module, by)) {
                    files.add(attacked(bytes, module.replaced(bytes, bytes, by), type));
                }
            }
        }
        return files;
    }

    private static int indexOf(byte[] bytes, byte[] part, int from) {
        for (int at = from; at <= bytes.length - part.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new AssertionError("the part is not in the file");
    }

    /** Returns the index of the field header that names the algorithm in the union EncryptionAlgorithm. */
    static int algorithmAt(byte[] bytes, Layout layout) {
        EncryptionAlgorithm algorithm = layout == Layout.ENCRYPTED_FOOTER
                ? CryptoMetaDataReader.read(footer(bytes)).encryptionAlgorithm()
                : AttackedFile.plaintextFooter(bytes).encryptionAlgorithm();
        byte[] unique =
                algorithm instanceof AesGcmV1 gcm ? gcm.aadFileUnique() : ((AesGcmCtrV1) algorithm).aadFileUnique();
        // The field header and the length of aad_file_unique are between.
        return indexOf(bytes, unique, AttackedFile.footerStart(bytes)) - 3;
    }

    /** Returns a file that names AES_GCM_CTR_V1 instead of AES_GCM_V1, or the reverse. */
    static byte[] withOtherAlgorithm(byte[] bytes, Layout layout) {
        byte[] changed = bytes.clone();
        int at = algorithmAt(bytes, layout);
        changed[at] = (byte) (changed[at] == 0x1C ? 0x2C : 0x1C);
        return changed;
    }

    /**
     * Returns a file that names AES_GCM_CTR_V1 instead of AES_GCM_V1, with a page whose wrong bytes are valid LZ4 of
     * the right length by chance. Encryption gives the page other bytes each time the file is written. 10 bytes of LZ4
     * become 26 random bytes, because the tag is decrypted too. One in 4,096 such strings is an LZ4 block of 24
     * literals: it starts with a half byte of 15, and its second byte is 9.
     */
    static AttackedFile undetectedOtherAlgorithm() throws IOException {
        WriteOptions.Builder options = WriteOptions.builder()
                .codec(CompressionCodec.LZ4_RAW)
                .dictionary(false)
                .encoding(Encoding.PLAIN)
                .checksums(false);
        List<List<Object>> rows = Collections.nCopies(3, List.of(0L, 0L, 0L));
        for (int i = 0; i < MAX_TRIES; i++) {
            byte[] bytes = AttackedFile.write(
                    rows,
                    options.encryption(AttackedFile.encryption(EncryptionScheme.AES_GCM_V1, Layout.ENCRYPTED_FOOTER)
                                    .build())
                            .build());
            AttackedFile attacked = AttackedFile.of(
                    bytes,
                    withOtherAlgorithm(bytes, Layout.ENCRYPTED_FOOTER),
                    AttackedFile.decryption().build(),
                    "a");
            if (attacked.outcome().equals("not detected")) {
                return attacked;
            }
        }
        throw new AssertionError("no page of " + MAX_TRIES + " was valid by chance");
    }

    /** Returns a file with another footer. */
    static byte[] withFooter(byte[] bytes, byte[] footer) {
        int start = AttackedFile.footerStart(bytes);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(bytes, 0, start);
        file.writeBytes(footer);
        file.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        file.write(bytes, bytes.length - 4, 4);
        return file.toByteArray();
    }

    /** Moves the last bytes of the stored AAD prefix to the unique part that follows it in the AAD. */
    static byte[] withShorterPrefix(byte[] bytes, int moved) {
        CompactReader in = footer(bytes);
        FileCryptoMetaData crypto = CryptoMetaDataReader.read(in);
        EncryptionAlgorithm algorithm = crypto.encryptionAlgorithm() instanceof AesGcmV1 gcm
                ? new AesGcmV1(start(gcm.aadPrefix(), moved), unique(gcm.aadPrefix(), gcm.aadFileUnique(), moved), null)
                : shortened((AesGcmCtrV1) crypto.encryptionAlgorithm(), moved);
        CompactWriter out = new CompactWriter();
        CryptoMetaDataWriter.write(new FileCryptoMetaData(algorithm, crypto.keyMetadata()), out);
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        footer.writeBytes(out.toByteArray());
        footer.write(bytes, in.position(), bytes.length - 8 - in.position());
        return withFooter(bytes, footer.toByteArray());
    }

    private static AesGcmCtrV1 shortened(AesGcmCtrV1 ctr, int moved) {
        return new AesGcmCtrV1(
                start(ctr.aadPrefix(), moved), unique(ctr.aadPrefix(), ctr.aadFileUnique(), moved), null);
    }

    private static byte[] start(byte[] prefix, int moved) {
        return Arrays.copyOf(prefix, prefix.length - moved);
    }

    private static byte[] unique(byte[] prefix, byte[] unique, int moved) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(prefix, prefix.length - moved, moved);
        out.writeBytes(unique);
        return out.toByteArray();
    }
}
