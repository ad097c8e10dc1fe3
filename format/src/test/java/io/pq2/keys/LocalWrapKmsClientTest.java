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

/** Wrapping with master keys that a key store hands out, as parquet-java does it. */
class LocalWrapKmsClientTest {

    private static final byte[] DATA_KEY = "a key of 24 bytes: 24 by".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    private static byte[] masterKey(String id) {
        byte[] key = new byte[id.equals("short") ? 8 : 16];
        java.util.Arrays.fill(key, (byte) id.hashCode());
        return key;
    }

    private static final class Ours extends LocalWrapKmsClient {

        final List<byte[]> given = new ArrayList<>();

        @Override
        public void initialize(KmsConnection connection) {}

        @Override
        protected byte[] masterKey(String masterKeyId) {
            given.add(LocalWrapKmsClientTest.masterKey(masterKeyId));
            return given.get(given.size() - 1);
        }
    }

    private static final class Theirs extends org.apache.parquet.crypto.keytools.LocalWrapKmsClient {

        @Override
        protected byte[] getMasterKeyFromServer(String masterKeyIdentifier) {
            return masterKey(masterKeyIdentifier);
        }

        @Override
        protected void initializeInternal() {}
    }

    private static Theirs theirs() {
        Theirs theirs = new Theirs();
        theirs.initialize(new Configuration(false), "DEFAULT", "DEFAULT", "DEFAULT");
        return theirs;
    }

    @Test
    void whatOneWrapsTheOtherUnwraps() {
        Ours ours = new Ours();
        assertThat(theirs().unwrapKey(ours.wrapKey(DATA_KEY, "k"), "k")).isEqualTo(DATA_KEY);
        assertThat(ours.unwrapKey(theirs().wrapKey(DATA_KEY, "k"), "k")).isEqualTo(DATA_KEY);
    }

    @Test
    void masterKeysAreAskedForOnceAndOverwritten() {
        Ours ours = new Ours();
        ours.unwrapKey(ours.wrapKey(DATA_KEY, "k"), "k");
        assertThat(ours.given).hasSize(1);
        ours.close();
        assertThat(ours.given.get(0)).isEqualTo(new byte[16]);
    }

    @Test
    void whatWasChangedIsRefused() {
        Ours ours = new Ours();
        String wrapped = ours.wrapKey(DATA_KEY, "k");
        assertThatThrownBy(() -> ours.unwrapKey(wrapped, "another")).isInstanceOf(TamperedFileException.class);
        int at = wrapped.indexOf("Key\":\"") + 20;
        String changed = wrapped.substring(0, at) + (wrapped.charAt(at) == 'A' ? 'B' : 'A') + wrapped.substring(at + 1);
        assertThatThrownBy(() -> ours.unwrapKey(changed, "k")).isInstanceOf(TamperedFileException.class);
        for (String none :
                List.of("", "{}", "text", wrapped.replace("encryptedKey", "x"), wrapped.replace("\":\"", "\":\"!"))) {
            assertThatThrownBy(() -> ours.unwrapKey(none, "k"))
                    .as(none)
                    .isInstanceOfAny(CorruptFileException.class, UnsupportedFeatureException.class);
        }
        assertThatThrownBy(() -> ours.unwrapKey(wrapped.replace("NO_VERSION", "3"), "k"))
                .isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void aMasterKeyThatIsNoneIsRefused() {
        assertThatThrownBy(() -> new Ours().wrapKey(DATA_KEY, "short"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("8 bytes");
    }
}
