package io.pq2.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Wraps keys locally with master keys from a key store, in the format of parquet-java. */
class LocalWrapKmsClientTest {

    private static final byte[] DATA_KEY = "a key of 24 bytes: 24 by".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    private static byte[] masterKey(String id) {
        byte[] key = new byte[id.equals("short") ? 8 : 16];
        java.util.Arrays.fill(key, (byte) id.hashCode());
        return key;
    }

    private static final class LocalClient extends LocalWrapKmsClient {

        final List<byte[]> masterKeys = new ArrayList<>();

        @Override
        public void initialize(KmsConnection connection) {}

        @Override
        protected byte[] masterKey(String masterKeyId) {
            masterKeys.add(LocalWrapKmsClientTest.masterKey(masterKeyId));
            return masterKeys.get(masterKeys.size() - 1);
        }
    }

    private static final class ParquetJavaClient extends org.apache.parquet.crypto.keytools.LocalWrapKmsClient {

        @Override
        protected byte[] getMasterKeyFromServer(String masterKeyIdentifier) {
            return masterKey(masterKeyIdentifier);
        }

        @Override
        protected void initializeInternal() {}
    }

    private static ParquetJavaClient parquetJavaClient() {
        ParquetJavaClient parquetJavaClient = new ParquetJavaClient();
        parquetJavaClient.initialize(new Configuration(false), "DEFAULT", "DEFAULT", "DEFAULT");
        return parquetJavaClient;
    }

    @Test
    void exchangesWrappedKeysWithParquetJava() {
        LocalClient client = new LocalClient();
        assertThat(parquetJavaClient().unwrapKey(client.wrapKey(DATA_KEY, "k"), "k"))
                .isEqualTo(DATA_KEY);
        assertThat(client.unwrapKey(parquetJavaClient().wrapKey(DATA_KEY, "k"), "k"))
                .isEqualTo(DATA_KEY);
    }

    @Test
    void requestsMasterKeysOnceAndOverwritesThem() {
        LocalClient client = new LocalClient();
        client.unwrapKey(client.wrapKey(DATA_KEY, "k"), "k");
        assertThat(client.masterKeys).hasSize(1);
        client.close();
        assertThat(client.masterKeys.get(0)).isEqualTo(new byte[16]);
    }

    @Test
    void rejectsChangedKeys() {
        LocalClient client = new LocalClient();
        String wrapped = client.wrapKey(DATA_KEY, "k");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "another")).isInstanceOf(TamperedFileException.class);
        int at = wrapped.indexOf("Key\":\"") + 20;
        String changed = wrapped.substring(0, at) + (wrapped.charAt(at) == 'A' ? 'B' : 'A') + wrapped.substring(at + 1);
        assertThatThrownBy(() -> client.unwrapKey(changed, "k")).isInstanceOf(TamperedFileException.class);
        for (String invalid :
                List.of("", "{}", "text", wrapped.replace("encryptedKey", "x"), wrapped.replace("\":\"", "\":\"!"))) {
            assertThatThrownBy(() -> client.unwrapKey(invalid, "k"))
                    .as(invalid)
                    .isInstanceOfAny(CorruptFileException.class, UnsupportedFeatureException.class);
        }
        assertThatThrownBy(() -> client.unwrapKey(wrapped.replace("NO_VERSION", "3"), "k"))
                .isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void rejectsMasterKeysOfInvalidLength() {
        assertThatThrownBy(() -> new LocalClient().wrapKey(DATA_KEY, "short"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("8 bytes");
    }
}
