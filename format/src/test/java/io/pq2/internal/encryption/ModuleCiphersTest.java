package io.pq2.internal.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.keys.AesKeyWrap;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.apache.parquet.crypto.AesCipher;
import org.apache.parquet.crypto.AesGcmEncryptor;
import org.apache.parquet.crypto.AesMode;
import org.apache.parquet.crypto.ModuleCipherFactory;
import org.apache.parquet.format.BlockCipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares encrypted modules with parquet-java and an example of NIST. Lengths are around the size of one cipher call.
 */
class ModuleCiphersTest {

    private static final byte[] AAD = {1, 2, 3};

    private static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static ModuleKey key(int length) {
        return ModuleKey.of("a key", bytes(length, 3));
    }

    private static ModuleEncryptor encryptor(ModuleKey key) {
        return new ModuleEncryptor(key, null, new SecureRandom());
    }

    private static byte[] gcm(ModuleEncryptor encryptor, byte[] plain) {
        byte[] module = new byte[plain.length + ModuleLayout.GCM_OVERHEAD];
        assertThat(encryptor.gcm(plain, 0, plain.length, AAD, module, 0)).isEqualTo(module.length);
        return module;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 16_383, 16_384, 16_385, 32_768, 100_003, 1 << 20})
    void exchangesGcmModulesWithParquetJava(int length) {
        byte[] plain = bytes(length, length);
        for (int keyLength : new int[] {16, 24, 32}) {
            ModuleKey key = key(keyLength);
            byte[] module = gcm(encryptor(key), plain);
            byte[] out = new byte[length + 7];
            ModuleDecryptor decryptor = new ModuleDecryptor(key, null);
            assertThat(decryptor.gcm(module, ModuleLayout.LENGTH, length, AAD, out, 5))
                    .isTrue();
            assertThat(Arrays.copyOfRange(out, 5, 5 + length)).isEqualTo(plain);
            // Decrypts again: the forward cipher must accept a nonce twice.
            assertThat(decryptor.gcm(module, ModuleLayout.LENGTH, length, AAD, out, 5))
                    .isTrue();
            if (length > 0) {
                assertThat(ModuleCipherFactory.getDecryptor(AesMode.GCM, key.getEncoded())
                                .decrypt(module, AAD))
                        .isEqualTo(plain);
            }
            byte[] peerModule = ModuleCipherFactory.getEncryptor(AesMode.GCM, key.getEncoded())
                    .encrypt(plain, AAD);
            assertThat(decryptor.gcm(peerModule, ModuleLayout.LENGTH, length, AAD, out, 0))
                    .isTrue();
            assertThat(Arrays.copyOf(out, length)).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 16_384, 16_385, 100_003})
    void exchangesCtrPagesWithParquetJava(int length) {
        byte[] plain = bytes(length, length);
        ModuleKey key = key(16);
        byte[] module = new byte[length + ModuleLayout.CTR_OVERHEAD];
        encryptor(key).ctr(plain, 0, length, module, 0);
        BlockCipher.Decryptor peer = ModuleCipherFactory.getDecryptor(AesMode.CTR, key.getEncoded());
        assertThat(peer.decrypt(module, null)).isEqualTo(plain);
        byte[] out = new byte[length];
        byte[] peerModule =
                ModuleCipherFactory.getEncryptor(AesMode.CTR, key.getEncoded()).encrypt(plain, null);
        new ModuleDecryptor(key, null).ctr(peerModule, ModuleLayout.LENGTH, length, out, 0);
        assertThat(out).isEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(ints = {33, 16_385, 40_000})
    void detectsEveryFlippedBitAndReturnsNoPlaintext(int length) {
        ModuleKey key = key(32);
        byte[] module = gcm(encryptor(key), bytes(length, 1));
        ModuleDecryptor decryptor = new ModuleDecryptor(key, null);
        Random random = new Random(9);
        for (int i = 0; i < 40; i++) {
            byte[] changed = module.clone();
            changed[ModuleLayout.LENGTH + random.nextInt(module.length - ModuleLayout.LENGTH)] ^=
                    (byte) (1 << random.nextInt(8));
            byte[] out = new byte[length];
            assertThat(decryptor.gcm(changed, ModuleLayout.LENGTH, length, AAD, out, 0))
                    .isFalse();
            assertThat(out).containsOnly(0);
        }
        byte[] out = new byte[length];
        assertThat(decryptor.gcm(module, ModuleLayout.LENGTH, length, new byte[] {1, 2, 4}, out, 0))
                .isFalse();
        assertThat(out).containsOnly(0);
        assertThat(decryptor.gcm(module, ModuleLayout.LENGTH, length, AAD, out, 0))
                .isTrue();
    }

    @Test
    void decryptsTheExampleOfNist() {
        // NIST, "The Galois/Counter Mode of Operation", test case 4
        HexFormat hex = HexFormat.of();
        ModuleKey key = ModuleKey.of("a key", hex.parseHex("feffe9928665731c6d6a8f9467308308"));
        byte[] rest = hex.parseHex("cafebabefacedbaddecaf888"
                + "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
                + "5bc94fbc3221a5db94fae95ae7121a47");
        byte[] plain = new byte[60];
        byte[] aad = hex.parseHex("feedfacedeadbeeffeedfacedeadbeefabaddad2");
        assertThat(new ModuleDecryptor(key, null).gcm(rest, 0, 60, aad, plain, 0))
                .isTrue();
        assertThat(hex.formatHex(plain))
                .startsWith("d9313225f88406e5a55909c5aff5269a")
                .endsWith("aa0de657ba637b39");
    }

    @Test
    void usesEachNonceOnce() {
        ModuleEncryptor encryptor = encryptor(key(16));
        Set<String> nonces = new HashSet<>();
        byte[] plain = {1};
        for (int i = 0; i < 2_000; i++) {
            byte[] module = gcm(encryptor, plain);
            nonces.add(HexFormat.of().formatHex(module, ModuleLayout.LENGTH, ModuleLayout.LENGTH + ModuleLayout.NONCE));
            byte[] page = new byte[1 + ModuleLayout.CTR_OVERHEAD];
            encryptor.ctr(plain, 0, 1, page, 0);
            nonces.add(HexFormat.of().formatHex(page, ModuleLayout.LENGTH, ModuleLayout.LENGTH + ModuleLayout.NONCE));
        }
        assertThat(nonces).hasSize(4_000);
    }

    @Test
    void limitsTheInvocationsOfAKey() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        ModuleKey key = ModuleKey.of("a key", bytes);
        key.countInvocations(GcmInvocations.MAX - 2);
        gcm(encryptor(key), new byte[1]);
        key.destroy();
        ModuleEncryptor again = encryptor(ModuleKey.of("the same key", bytes));
        gcm(again, new byte[1]);
        assertThatThrownBy(() -> gcm(again, new byte[1]))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("another key");
        assertThatThrownBy(() -> AesKeyWrap.wrap(bytes(16, 3), bytes, new byte[1]))
                .isInstanceOf(InvalidDataException.class);
        bytes[0]++;
        gcm(encryptor(ModuleKey.of("another key", bytes)), new byte[1]);
    }

    @Test
    void checksHidesAndWipesKeys() {
        for (int length : new int[] {0, 8, 15, 17, 33}) {
            assertThatThrownBy(() -> ModuleKey.of("the footer key", bytes(length, 1)))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessage("the footer key has " + length + " bytes; AES keys have 16, 24 or 32");
        }
        assertThatThrownBy(() -> ModuleKey.of("the footer key", new byte[16])).hasMessageContaining("zeros");
        byte[] bytes = bytes(16, 4);
        ModuleKey key = ModuleKey.of("a key", bytes);
        bytes[0]++;
        assertThat(key.getEncoded()).isEqualTo(bytes(16, 4));
        assertThat(key).hasToString("AES key of 128 bits");
        assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(key))
                .isInstanceOf(NotSerializableException.class);
        key.destroy();
        assertThat(key.isDestroyed()).isTrue();
        assertThatThrownBy(key::getEncoded).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void usesTheGivenProvider() {
        Provider sun = Security.getProvider("SunJCE");
        ModuleKey key = key(16);
        byte[] plain = bytes(50_000, 2);
        byte[] module = new byte[plain.length + ModuleLayout.GCM_OVERHEAD];
        new ModuleEncryptor(key, sun, new SecureRandom()).gcm(plain, 0, plain.length, AAD, module, 0);
        byte[] out = new byte[plain.length];
        assertThat(new ModuleDecryptor(key, sun).gcm(module, ModuleLayout.LENGTH, out.length, AAD, out, 0))
                .isTrue();
        assertThat(out).isEqualTo(plain);
        Provider without = Security.getProvider("SUN");
        assertThatThrownBy(() ->
                        new ModuleDecryptor(key, without).gcm(module, ModuleLayout.LENGTH, out.length, AAD, out, 0))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("SUN");
    }

    @Test
    void signsLikeParquetJava() {
        ModuleKey key = key(16);
        byte[] footer = bytes(70_000, 5);
        byte[] signature = encryptor(key).signature(footer, 0, footer.length, AAD);
        byte[] nonce = Arrays.copyOf(signature, ModuleLayout.NONCE);
        AesGcmEncryptor encryptor = (AesGcmEncryptor) ModuleCipherFactory.getEncryptor(AesMode.GCM, key.getEncoded());
        byte[] peerModule = encryptor.encrypt(false, footer, nonce, AAD);
        assertThat(Arrays.copyOfRange(peerModule, peerModule.length - ModuleLayout.TAG, peerModule.length))
                .isEqualTo(Arrays.copyOfRange(signature, ModuleLayout.NONCE, ModuleLayout.SIGNATURE));
        ModuleDecryptor decryptor = new ModuleDecryptor(key, null);
        assertThat(decryptor.verify(footer, 0, footer.length, signature, 0, AAD))
                .isTrue();
        footer[footer.length - 1]++;
        assertThat(decryptor.verify(footer, 0, footer.length, signature, 0, AAD))
                .isFalse();
    }

    @Test
    void formsAadsLikeParquetJava() {
        FileAad aad = new FileAad(new byte[] {9, 8}, new byte[] {1, 2, 3, 4});
        byte[] file = {9, 8, 1, 2, 3, 4};
        assertThat(aad.footer()).isEqualTo(AesCipher.createFooterAAD(file));
        for (ModuleCipherFactory.ModuleType type : ModuleCipherFactory.ModuleType.values()) {
            ModuleType ours = ModuleType.values()[type.getValue()];
            if (ours != ModuleType.FOOTER) {
                assertThat(aad.module(ours, 258, 32_767, 300))
                        .as(type.name())
                        .isEqualTo(AesCipher.createModuleAAD(file, type, 258, 32_767, 300));
            }
        }
        assertThat(new FileAad(null, null).footer()).isEqualTo(new byte[] {0});
    }
}
