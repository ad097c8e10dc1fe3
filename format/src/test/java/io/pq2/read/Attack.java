package io.pq2.read;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.AttackedFile.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The attacks of the table in docs/encryption.md. One key encrypts everything, so only AADs tell modules apart. */
enum Attack {
    CHANGE_BYTE(
            "Change a byte",
            AttackedParts.MODULES,
            AttackedParts.ENCRYPTED_FOOTER,
            AttackedParts.SIGNED_FOOTER,
            AttackedParts.COLUMN_METADATA) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] bytes = AttackedParts.write(scheme, AttackedParts.layout(part));
            int[] range = AttackedParts.range(bytes, part, 0);
            List<AttackedFile> files = new ArrayList<>();
            int first =
                    range[0] + (AttackedParts.MODULES.contains(part) ? ModuleLayout.LENGTH + ModuleLayout.NONCE : 0);
            for (int at = first; at < range[1]; at += Math.max(1, (range[1] - first) / 40)) {
                byte[] changed = bytes.clone();
                changed[at] ^= 1;
                files.add(AttackedParts.attacked(bytes, changed, part));
            }
            return files;
        }
    },
    CHANGE_LENGTH("Change the length of the module", AttackedParts.MODULES, AttackedParts.ENCRYPTED_FOOTER) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] bytes = AttackedParts.write(scheme, Layout.ENCRYPTED_FOOTER);
            int at = AttackedParts.range(bytes, part, 0)[0];
            int length = StoredModule.length(bytes, at);
            List<AttackedFile> files = new ArrayList<>();
            for (int other : new int[] {-1, 0, 27, length - 16, length - 1, length + 1, length + 16, 1 << 30}) {
                byte[] changed = bytes.clone();
                ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(at, other);
                files.add(AttackedParts.attacked(bytes, changed, part));
            }
            return files;
        }
    },
    OTHER_PAGE("Replace by the module of another page", Set.of("data page", "data page header")) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            return AttackedParts.replaced(
                    part,
                    scheme,
                    (module, by) -> module.column() == by.column()
                            && module.rowGroup() == by.rowGroup()
                            && module.page() != by.page());
        }
    },
    OTHER_COLUMN("Replace by the module of another column", AttackedParts.MODULES) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            return AttackedParts.replaced(
                    part,
                    scheme,
                    (module, by) -> module.column() != by.column()
                            && module.rowGroup() == by.rowGroup()
                            && module.page() == by.page());
        }
    },
    OTHER_ROW_GROUP(
            "Replace by the module of another row group", AttackedParts.MODULES, AttackedParts.COLUMN_METADATA) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            if (part.equals(AttackedParts.COLUMN_METADATA)) {
                byte[] bytes = AttackedParts.write(scheme, Layout.COLUMN_KEY);
                byte[] changed = bytes.clone();
                int[] range = AttackedParts.range(bytes, part, 4);
                int[] by = AttackedParts.range(bytes, part, 5);
                System.arraycopy(bytes, by[0], changed, range[0], range[1] - range[0]);
                return List.of(AttackedParts.attacked(bytes, changed, part));
            }
            return AttackedParts.replaced(
                    part,
                    scheme,
                    (module, by) -> module.column() == by.column()
                            && module.rowGroup() != by.rowGroup()
                            && module.page() == by.page());
        }
    },
    OTHER_FILE(
            "Replace by the module of another file with the same keys",
            AttackedParts.MODULES,
            AttackedParts.ENCRYPTED_FOOTER,
            AttackedParts.SIGNED_FOOTER) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] bytes = AttackedParts.write(scheme, AttackedParts.layout(part));
            byte[] other = AttackedFile.write(
                    2,
                    AttackedParts.encrypted(scheme, AttackedParts.layout(part)).build());
            int[] range = AttackedParts.range(bytes, part, 0);
            if (!Arrays.equals(range, AttackedParts.range(other, part, 0))) {
                throw new AssertionError("the files differ in more than values");
            }
            byte[] changed = bytes.clone();
            int start = AttackedParts.FOOTERS.contains(part) ? AttackedFile.footerStart(bytes) : range[0];
            System.arraycopy(other, start, changed, start, range[1] - start);
            return List.of(AttackedParts.attacked(bytes, changed, part));
        }
    },
    REMOVE_PAGE("Remove a page and move up the bytes after it", Set.of("data page")) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] bytes = AttackedParts.write(scheme, Layout.ENCRYPTED_FOOTER);
            int header = AttackedParts.range(bytes, "data page header", 0)[0];
            int end = AttackedParts.range(bytes, "data page", 0)[1];
            ByteArrayOutputStream shorter = new ByteArrayOutputStream();
            shorter.write(bytes, 0, header);
            shorter.write(bytes, end, bytes.length - end);
            return List.of(AttackedParts.attacked(bytes, shorter.toByteArray(), part));
        }
    },
    CUT_OFF("Cut off the end", Set.of(AttackedParts.FILE)) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] bytes = AttackedParts.write(scheme, Layout.ENCRYPTED_FOOTER);
            List<AttackedFile> files = new ArrayList<>();
            for (int kept = 0; kept < bytes.length; kept += 1 + kept / 50) {
                files.add(AttackedParts.attacked(bytes, Arrays.copyOf(bytes, kept), part));
            }
            return files;
        }
    },
    OTHER_ALGORITHM(
            "Name the other algorithm",
            Set.of(
                    AttackedParts.UNCOMPRESSED,
                    AttackedParts.COMPRESSED,
                    AttackedParts.SIGNED_FOOTER,
                    AttackedParts.REQUIRED_ALGORITHM)) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            List<AttackedFile> files = new ArrayList<>();
            for (CompressionCodec codec : AttackedParts.codecs(part)) {
                Layout layout = AttackedParts.layout(part);
                byte[] bytes = AttackedFile.write(
                        1, AttackedParts.encrypted(scheme, layout).codec(codec).build());
                byte[] changed = AttackedParts.withOtherAlgorithm(bytes, layout);
                boolean required = part.equals(AttackedParts.REQUIRED_ALGORITHM);
                FileDecryptionProperties keys = AttackedFile.decryption()
                        .requiredScheme(required ? scheme : null)
                        .build();
                files.add(AttackedFile.of(bytes, changed, keys));
            }
            if (part.equals(AttackedParts.COMPRESSED) && scheme == EncryptionScheme.AES_GCM_V1) {
                files.add(AttackedParts.undetectedOtherAlgorithm());
            }
            return files;
        }
    },
    REMOVE_SIGNATURE("Remove the signature and the marks of encryption", Set.of(AttackedParts.SIGNED_FOOTER)) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] bytes = AttackedParts.write(scheme, Layout.SIGNED_FOOTER);
            FileMetaData footer = AttackedFile.plaintextFooter(bytes);
            byte[] plain = FooterWriter.write(new FileMetaData(
                    footer.version(),
                    footer.schema(),
                    footer.numRows(),
                    footer.rowGroups(),
                    footer.keyValueMetadata(),
                    footer.createdBy(),
                    footer.columnOrders(),
                    null,
                    null));
            return List.of(AttackedParts.attacked(bytes, AttackedParts.withFooter(bytes, plain), part));
        }
    },
    PLAINTEXT_FILE("Replace by an unencrypted file", Set.of(AttackedParts.FILE)) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] plain = AttackedFile.write(2, AttackedFile.options().build());
            return List.of(AttackedParts.attacked(AttackedParts.write(scheme, Layout.ENCRYPTED_FOOTER), plain, part));
        }
    },
    OLD_FILE("Replace by another file with the same keys", Set.of(AttackedParts.FILE, AttackedParts.FILE_WITH_PREFIX)) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            boolean prefix = part.equals(AttackedParts.FILE_WITH_PREFIX);
            return List.of(AttackedFile.of(
                    AttackedParts.withPrefix(scheme, 1, prefix ? "pay/1" : null),
                    AttackedParts.withPrefix(scheme, 2, prefix ? "pay/2" : null),
                    AttackedFile.decryption()
                            .aadPrefix(prefix ? AttackedParts.bytes("pay/1") : null)
                            .build()));
        }
    },
    LONGER_PREFIX(
            "Replace by a file whose AAD prefix begins with the expected one, and shorten its prefix",
            Set.of(AttackedParts.FILE_WITH_PREFIX)) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            byte[] other = AttackedParts.withPrefix(scheme, 2, "pay/10");
            return List.of(AttackedFile.of(
                    AttackedParts.withPrefix(scheme, 1, "pay/1"),
                    AttackedParts.withShorterPrefix(other, 1),
                    AttackedFile.decryption().aadPrefix("pay/1").build()));
        }
    },
    PAGE_AS_FOOTER(
            "Put own data before a page whose values are the bytes of a footer",
            Set.of("data page", "dictionary page"),
            AttackedParts.FILE_WITH_PREFIX,
            AttackedParts.UNVERIFIED_PREFIX,
            AttackedParts.REQUIRED_COLUMNS) {
        @Override
        List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException {
            ForgedFooter forged = ForgedFooter.ofOwnData();
            String prefix = part.equals(AttackedParts.FILE_WITH_PREFIX) ? "pay/1" : null;
            FileDecryptionProperties keys = AttackedFile.decryption()
                    .aadPrefix(prefix == null ? null : AttackedParts.bytes(prefix))
                    .unverifiedAadPrefixAllowed(
                            part.equals(AttackedParts.UNVERIFIED_PREFIX) || part.equals(AttackedParts.REQUIRED_COLUMNS))
                    .requireAllColumnsEncrypted(part.equals(AttackedParts.REQUIRED_COLUMNS))
                    .build();
            ModuleType type = part.equals("dictionary page") ? ModuleType.DICTIONARY_PAGE : ModuleType.DATA_PAGE;
            byte[] table = forged.table(
                    AttackedFile.encryption(scheme, Layout.ENCRYPTED_FOOTER)
                            .aadPrefix(prefix == null ? null : AttackedParts.bytes(prefix))
                            .build(),
                    type);
            StoredModule page = ForgedFooter.page(table, keys, type);
            List<AttackedFile> files = new ArrayList<>();
            for (int made : forged.prefixLengths(table, page)) {
                files.add(AttackedFile.of(table, forged.file(table, page, made, null), keys));
            }
            return files;
        }
    };

    private static final String SEPARATOR = ", ";

    private final String text;
    /** The parts, separated by commas. */
    private final String parts;

    Attack(String text, Set<String> parts, String... others) {
        this.text = text;
        this.parts =
                String.join(SEPARATOR, parts) + (others.length == 0 ? "" : SEPARATOR) + String.join(SEPARATOR, others);
    }

    /** Returns the name in the table. */
    String text() {
        return text;
    }

    /** Returns the parts of a file that are attacked. */
    List<String> parts() {
        return List.of(parts.split(SEPARATOR));
    }

    /** Returns the files that result from attacks on a part. */
    abstract List<AttackedFile> files(String part, EncryptionScheme scheme) throws IOException;

    static Attack named(String text) {
        return Stream.of(values())
                .filter(attack -> attack.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no test carries out the attack: " + text));
    }

    /** Returns the worst outcome. */
    static String outcome(List<AttackedFile> files) throws IOException {
        Set<String> outcomes = new TreeSet<>();
        for (AttackedFile file : files) {
            outcomes.add(file.outcome());
        }
        return Stream.of("not detected", "no effect", "as damage", "detected")
                .filter(outcomes::contains)
                .findFirst()
                .orElseThrow();
    }
}
