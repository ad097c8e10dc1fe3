package io.pq2.hadoop.kms;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.internal.kms.KeyBytes;
import io.pq2.hadoop.internal.kms.KmsCalls;
import io.pq2.hadoop.internal.kms.KmsRetryOptions;
import io.pq2.hadoop.internal.kms.KmsSettings;
import io.pq2.hadoop.internal.kms.NoAnswerException;
import io.pq2.hadoop.internal.kms.VaultErrors;
import io.pq2.hadoop.internal.kms.VaultHttp;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys that the transit engine of HashiCorp Vault wraps, by its HTTP interface: {@code encrypt}, {@code decrypt} and {@code
 * datakey/plaintext}. What is stored is what Vault gives, {@code vault:v1:...}, which names the version of the master key; clients of
 * parquet-java and Arrow for Vault store the same.
 *
 * <p>The address is {@code parquet.encryption.kms.instance.url}, the token {@code parquet.encryption.key.access.token}, asked for anew for
 * each call. The engine is looked for under {@link KmsOptions#VAULT_MOUNT}, or else under {@code parquet.encryption.kms.instance.id}, as
 * parquet-java's example does, or else under {@code transit}; never under what a file says. TLS is the virtual machine's
 * ({@code javax.net.ssl.trustStore} and so on).
 */
public final class VaultKmsClient implements KmsClient {

    private static final Logger LOG = LoggerFactory.getLogger(VaultKmsClient.class);

    /** The version stands before what is base64. */
    private static final Pattern WRAPPED = Pattern.compile("vault:v([1-9][0-9]{0,8}):[A-Za-z0-9+/]{1,4096}={0,2}");

    /** What Vault has names of keys consist of. */
    private static final Pattern KEY_NAME = Pattern.compile("\\w([\\w.-]{0,253}\\w)?");

    private static final Pattern PATH = Pattern.compile("[\\w-][\\w.-]*(/[\\w-][\\w.-]*)*");
    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    private KmsConnection connection;
    private String base;
    private VaultHttp http;
    private VaultErrors failures;
    private KmsCalls calls;

    @Override
    public String name() {
        return "vault";
    }

    @Override
    public void initialize(KmsConnection to) {
        KmsSettings settings = new KmsSettings(to.settings());
        connection = to;
        String mount = mount(settings);
        base = address(to) + "/v1/" + mount + "/";
        KmsRetryOptions retries = KmsRetryOptions.of(settings);
        http = new VaultHttp(retries.requestTimeout(), path(settings, KmsOptions.VAULT_NAMESPACE));
        failures = new VaultErrors(to.displayName(), mount);
        calls = new KmsCalls(to.displayName(), retries, KmsCalls.Clock.SYSTEM);
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        KeyBytes.checkKey(key);
        return ask(
                "encrypt",
                masterKeyId,
                () -> body("plaintext", Base64.getEncoder().encode(key)),
                VaultKmsClient::ciphertext);
    }

    @Override
    public GeneratedKey generateKey(int bytes, String masterKeyId) {
        KeyBytes.checkLength(bytes);
        if (bytes == 24) {
            // Vault makes keys of 128 and 256 bits.
            return KmsClient.super.generateKey(bytes, masterKeyId);
        }
        try {
            return ask(
                    "datakey/plaintext",
                    masterKeyId,
                    () -> ("{\"bits\":" + bytes * Byte.SIZE + "}").getBytes(US_ASCII),
                    answer -> new GeneratedKey(plaintext(answer), ciphertext(answer)));
        } catch (KmsDeniedException e) {
            // Policies may allow to encrypt and not to make keys.
            return KmsClient.super.generateKey(bytes, masterKeyId);
        }
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        if (!WRAPPED.matcher(wrappedKey).matches()) {
            throw new CorruptFileException(
                    "a wrapped key is not what Vault makes (vault:v1:...): it is of another KMS, or damaged");
        }
        byte[] key = ask(
                "decrypt",
                masterKeyId,
                () -> body("ciphertext", wrappedKey.getBytes(US_ASCII)),
                VaultKmsClient::plaintext);
        if (!KeyBytes.isAesLength(key.length)) {
            KeyBytes.wipe(key);
            throw new CorruptFileException("a wrapped key under the master key " + masterKeyId + " holds " + key.length
                    + " bytes, but keys of AES have 16, 24 or 32");
        }
        return key;
    }

    @Override
    public String keyVersion(String wrappedKey) {
        Matcher matcher = WRAPPED.matcher(wrappedKey);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** What is sent; made anew for each attempt, for it is overwritten afterwards. */
    private interface Body {
        byte[] bytes();
    }

    /** What to take from an answer. */
    private interface Reading<T> {
        T of(VaultHttp.Answer answer) throws NoAnswerException;
    }

    private <T> T ask(String operation, String masterKeyId, Body body, Reading<T> reading) {
        if (!KEY_NAME.matcher(masterKeyId).matches()) {
            throw new UnknownMasterKeyException(
                    connection.displayName(),
                    masterKeyId,
                    "keys of Vault have names of letters, digits, underscores, and dots and hyphens between them",
                    null);
        }
        URI address = URI.create(base + operation + "/" + masterKeyId);
        return calls.call(masterKeyId, timeout -> attempt(address, operation, masterKeyId, body, reading, timeout));
    }

    private <T> T attempt(
            URI address, String operation, String masterKeyId, Body body, Reading<T> reading, Duration timeout)
            throws NoAnswerException, InterruptedException {
        VaultHttp.Answer answer = http.post(address, token(), body.bytes(), timeout);
        if (answer.status() != 200) {
            throw failures.failure(answer, operation, masterKeyId);
        }
        return reading.of(answer);
    }

    private static String ciphertext(VaultHttp.Answer answer) throws NoAnswerException {
        String ciphertext = answer.data("ciphertext");
        if (ciphertext == null || !WRAPPED.matcher(ciphertext).matches()) {
            throw notVault("ciphertext");
        }
        return ciphertext;
    }

    private static byte[] plaintext(VaultHttp.Answer answer) throws NoAnswerException {
        String plaintext = answer.data("plaintext");
        if (plaintext == null) {
            throw notVault("plaintext");
        }
        try {
            return Base64.getDecoder().decode(plaintext);
        } catch (IllegalArgumentException e) {
            // Its message would show a part of the key.
            throw notVault("plaintext");
        }
    }

    private static NoAnswerException notVault(String field) {
        return new NoAnswerException("it answers without a proper data." + field + ", as Vault would not", null);
    }

    /** An object of one field; neither it nor the value has characters that JSON escapes. */
    private static byte[] body(String field, byte[] value) {
        byte[] before = ("{\"" + field + "\":\"").getBytes(US_ASCII);
        byte[] after = "\"}".getBytes(US_ASCII);
        byte[] body = new byte[before.length + value.length + after.length];
        System.arraycopy(before, 0, body, 0, before.length);
        System.arraycopy(value, 0, body, before.length, value.length);
        System.arraycopy(after, 0, body, before.length + value.length, after.length);
        return body;
    }

    private String token() {
        String token = connection.accessToken().get();
        if (token == null || token.isBlank() || token.equals(KmsConnection.DEFAULT)) {
            throw new InvalidDataException(HadoopEncryption.ACCESS_TOKEN + " is not set: Vault needs a token");
        }
        String trimmed = token.trim();
        if (!TOKEN.matcher(trimmed).matches()) {
            throw new InvalidDataException(
                    HadoopEncryption.ACCESS_TOKEN + " has characters that no token of Vault has");
        }
        return trimmed;
    }

    private static String mount(KmsSettings settings) {
        String mount = path(settings, KmsOptions.VAULT_MOUNT);
        String instance = mount == null ? path(settings, HadoopEncryption.KMS_INSTANCE_ID) : mount;
        return instance == null || instance.equals(KmsConnection.DEFAULT) ? "transit" : instance;
    }

    /** A path without slashes at its ends, null if it is not set. */
    private static String path(KmsSettings settings, String key) {
        String value = settings.text(key);
        if (value == null) {
            return null;
        }
        String path = value.replaceAll("^/+|/+$", "");
        if (!PATH.matcher(path).matches()) {
            throw new InvalidDataException(key + " is \"" + value + "\", which is not a path of Vault");
        }
        return path;
    }

    private static String address(KmsConnection to) {
        if (to.instanceUrl().equals(KmsConnection.DEFAULT)) {
            throw new InvalidDataException(HadoopEncryption.KMS_INSTANCE_URL
                    + " is not set: the address of Vault, such as https://vault:8200");
        }
        URI address;
        try {
            address = new URI(to.instanceUrl().trim().replaceAll("/+$", ""));
        } catch (URISyntaxException e) {
            // Its message would show what may be secret in the address.
            throw notAnAddress(to);
        }
        boolean http = "http".equalsIgnoreCase(address.getScheme());
        if (!(http || "https".equalsIgnoreCase(address.getScheme()))
                || address.getHost() == null
                || address.getRawUserInfo() != null
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw notAnAddress(to);
        }
        if (http && !address.getHost().matches("localhost|127\\..*|\\[.*:1\\]")) {
            LOG.warn("Tokens and keys go to the KMS {} unencrypted: its address begins with http:", to.displayName());
        }
        return address.toString();
    }

    private static InvalidDataException notAnAddress(KmsConnection to) {
        return new InvalidDataException("the address of the KMS " + to.displayName()
                + " is not one of Vault, which looks like https://vault:8200, without user, query and fragment");
    }
}
