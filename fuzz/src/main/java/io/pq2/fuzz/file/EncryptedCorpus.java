package io.pq2.fuzz.file;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.read.prune.RandomWriteOptions;
import io.pq2.schema.Schema;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Encrypted files, all with the same keys. */
public final class EncryptedCorpus {

    private static final int FILES = 80;
    private static final int MAX_BYTES = 6_000;
    private static final byte[] FOOTER_KEY = "fuzz footer key.".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COLUMN_KEY = "fuzz column key.".getBytes(StandardCharsets.US_ASCII);

    /**
     * An encrypted file.
     *
     * @param authentic whether each byte of rows is authenticated
     */
    public record EncryptedFile(byte[] bytes, boolean authentic) {}

    private final List<EncryptedFile> files = new ArrayList<>();

    public EncryptedCorpus() {
        for (long seed = 1; files.size() < FILES; seed++) {
            EncryptedFile file = file(seed);
            if (file.bytes().length <= MAX_BYTES) {
                files.add(file);
            }
        }
    }

    private static EncryptedFile file(long seed) {
        Random random = new Random(seed);
        RandomRows source = new RandomRows(seed);
        Schema schema = source.schema(random.nextInt(3));
        int rowCount = 1 + random.nextInt(16);
        List<List<Object>> rows = source.rows(schema, rowCount);
        boolean authentic = random.nextInt(4) > 0;
        FileEncryptionProperties.Builder encryption = FileEncryptionProperties.builder(FOOTER_KEY)
                .footerKeyMetadata(metadata("footer"))
                .scheme(authentic ? EncryptionScheme.AES_GCM_V1 : EncryptionScheme.AES_GCM_CTR_V1)
                .plaintextFooter(random.nextInt(3) == 0);
        if (random.nextBoolean()) {
            encryption
                    .column(schema.columns().get(0).dottedPath(), COLUMN_KEY, metadata("column"))
                    .otherColumns(true);
        }
        if (random.nextBoolean()) {
            encryption.aadPrefix("table");
        }
        WriteOptions options = RandomWriteOptions.of(schema, rowCount, random).toBuilder()
                .encryption(encryption.build())
                .build();
        return new EncryptedFile(TestRows.write(schema, rows, options, rowCount).bytes(), authentic);
    }

    private static byte[] metadata(String key) {
        return key.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the keys of all files. */
    public static FileDecryptionProperties keys() {
        return FileDecryptionProperties.builder()
                .keyRetriever(metadata ->
                        new String(metadata, StandardCharsets.ISO_8859_1).equals("column") ? COLUMN_KEY : FOOTER_KEY)
                .unverifiedAadPrefixAllowed(true)
                .build();
    }

    public List<EncryptedFile> files() {
        return files;
    }
}
