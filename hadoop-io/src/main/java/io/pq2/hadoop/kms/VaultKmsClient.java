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
import io.pq2.hadoop.internal.options.KmsKeys;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of the transit engine of HashiCorp Vault. It uses the HTTP operations {@code encrypt}, {@code decrypt} and
 * {@code datakey/plaintext}. The text form of a wrapped key is Vault's own, {@code vault:v1:...}, which contains the
 * version of the master key. The Vault clients of parquet-java and Arrow store the same text.
 *
 * <p>The address is {@code parquet.encryption.kms.instance.url}. The token is
 * {@code parquet.encryption.key.access.token}, which is looked up again for each call. The mount path of the engine is
 * {@link KmsOptions#VAULT_MOUNT}, or otherwise {@code parquet.encryption.kms.instance.id}, as in parquet-java's
 * example, or otherwise {@code transit}; it never comes from a file. TLS is configured by the JVM
 * ({@code javax.net.ssl.trustStore} etc.).
 */
public final class VaultKmsClient implements KmsClient {

    private static final Logger LOG = LoggerFactory.getLogger(VaultKmsClient.class);

    private static final String FORM = "vault:v";
    /** The version, followed by base64. */
    private static final Pattern WRAPPED = Pattern.compile(FORM + "([1-9][0-9]{0,8}):[A-Za-z0-9+/]{1,4096}={0,2}");

    /** The names that Vault allows for keys. */
    private static final Pattern KEY_NAME = Pattern.compile("\\w([\\w.-]{0,253}\\w)?");

    private static final Pattern PATH = Pattern.compile("[\\w-][\\w.-]*(/[\\w-][\\w.-]*)*");
    /** Four decimal numbers, or an IPv6 address in brackets. */
    private static final Pattern IP_ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+\\]");

    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    private @Nullable Vault vault;

    /**
     * The parts that {@link #initialize} creates.
     *
     * @param base the URL of the transit engine, with a slash at the end
     */
    private record Vault(KmsConnection connection, String base, VaultHttp http, VaultErrors errors, KmsCalls calls) {}

    @Override
    public String name() {
        return "vault";
    }

    @Override
    public void initialize(KmsConnection to) {
        KmsSettings settings = new KmsSettings(to.settings()::apply);
        String mount = mount(settings);
        KmsRetryOptions retries = KmsRetryOptions.of(settings);
        vault = new Vault(
                to,
                address(to, settings) + "/v1/" + mount + "/",
                new VaultHttp(retries.requestTimeout(), path(settings, KmsOptions.VAULT_NAMESPACE)),
                new VaultErrors(to.displayName(), mount),
                new KmsCalls(to.displayName(), retries, KmsCalls.Clock.SYSTEM));
    }

    private Vault vault() {
        return Objects.requireNonNull(vault, "initialize() was not called");
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        KeyBytes.checkKey(key);
        return call(
                "encrypt",
                masterKeyId,
                () -> body("plaintext", Base64.getEncoder().encode(key)),
                VaultKmsClient::ciphertext);
    }

    @Override
    public GeneratedKey generateKey(int bytes, String masterKeyId) {
        KeyBytes.checkLength(bytes);
        if (bytes == 24) {
            // Vault generates only keys of 128, 256 and 512 bits.
            return KmsClient.super.generateKey(bytes, masterKeyId);
        }
        try {
            return call(
                    "datakey/plaintext",
                    masterKeyId,
                    () -> ("{\"bits\":" + bytes * Byte.SIZE + "}").getBytes(US_ASCII),
                    answer -> new GeneratedKey(plaintext(answer), ciphertext(answer)));
        } catch (KmsDeniedException e) {
            // A policy may allow encrypting without allowing key generation.
            return KmsClient.super.generateKey(bytes, masterKeyId);
        }
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        if (!wrappedKey.startsWith(FORM)) {
            throw new UnknownMasterKeyException(
                    vault().connection().displayName(),
                    masterKeyId,
                    "the wrapped key is not from Vault (" + FORM + "1:...); use the KMS that wrapped it",
                    null);
        }
        if (!WRAPPED.matcher(wrappedKey).matches()) {
            throw new CorruptFileException("a wrapped key of Vault (" + FORM + "1:...) is malformed");
        }
        byte[] key = call(
                "decrypt",
                masterKeyId,
                () -> body("ciphertext", wrappedKey.getBytes(US_ASCII)),
                VaultKmsClient::plaintext);
        if (!KeyBytes.isAesLength(key.length)) {
            KeyBytes.wipe(key);
            throw new CorruptFileException("a wrapped key under the master key " + masterKeyId + " has " + key.length
                    + " bytes, but AES keys have 16, 24 or 32");
        }
        return key;
    }

    @Override
    public @Nullable String keyVersion(String wrappedKey) {
        Matcher matcher = WRAPPED.matcher(wrappedKey);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** Creates the body of a request, once for each attempt, because a body is overwritten after it is sent. */
    private interface RequestBody {
        byte[] bytes();
    }

    /** Extracts the result from a response. */
    private interface ResponseParser<T> {
        T parse(VaultHttp.Answer answer) throws NoAnswerException;
    }

    private <T> T call(String operation, String masterKeyId, RequestBody body, ResponseParser<T> parser) {
        Vault to = vault();
        if (!KEY_NAME.matcher(masterKeyId).matches()) {
            throw new UnknownMasterKeyException(
                    to.connection().displayName(),
                    masterKeyId,
                    "names of Vault keys consist of letters, digits, underscores, and inner dots and hyphens",
                    null);
        }
        URI address = URI.create(to.base() + operation + "/" + masterKeyId);
        return to.calls().call(masterKeyId, timeout -> {
            String token = token(to.connection());
            VaultHttp.Answer answer = to.http().post(address, token, body.bytes(), timeout);
            if (answer.status() != 200) {
                throw to.errors().failure(answer, operation, masterKeyId, token);
            }
            return parser.parse(answer);
        });
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
            // The message of the cause would show a part of the key.
            throw notVault("plaintext");
        }
    }

    private static NoAnswerException notVault(String field) {
        return new NoAnswerException("its response has no valid data." + field + ", so it is not from Vault", null);
    }

    /**
     * Returns a JSON object of one field. The bytes are joined here rather than by a JSON library, so that the key is
     * in no buffer that is not overwritten. Neither the field nor the value contains characters that JSON escapes.
     */
    private static byte[] body(String field, byte[] value) {
        byte[] before = ("{\"" + field + "\":\"").getBytes(US_ASCII);
        byte[] after = "\"}".getBytes(US_ASCII);
        byte[] body = new byte[before.length + value.length + after.length];
        System.arraycopy(before, 0, body, 0, before.length);
        System.arraycopy(value, 0, body, before.length, value.length);
        System.arraycopy(after, 0, body, before.length + value.length, after.length);
        return body;
    }

    private static String token(KmsConnection connection) {
        String token = connection.accessToken().get();
        if (token == null || token.isBlank() || token.equals(KmsConnection.DEFAULT)) {
            throw new InvalidDataException(HadoopEncryption.ACCESS_TOKEN + " is not set, but Vault needs a token");
        }
        String trimmed = token.trim();
        if (!TOKEN.matcher(trimmed).matches()) {
            throw new InvalidDataException(
                    HadoopEncryption.ACCESS_TOKEN + " contains characters that Vault tokens do not have");
        }
        return trimmed;
    }

    private static String mount(KmsSettings settings) {
        String mount = path(settings, KmsOptions.VAULT_MOUNT);
        String instance = mount == null ? path(settings, HadoopEncryption.KMS_INSTANCE_ID) : mount;
        return instance == null || instance.equals(KmsConnection.DEFAULT) ? "transit" : instance;
    }

    /** Returns a path without leading and trailing slashes; null if it is not set. */
    private static @Nullable String path(KmsSettings settings, String key) {
        String value = settings.text(key);
        if (value == null) {
            return null;
        }
        String path = value.replaceAll("^/+|/+$", "");
        if (!PATH.matcher(path).matches()) {
            throw new InvalidDataException(key + " is \"" + value + "\", which is not a valid Vault path");
        }
        return path;
    }

    private static String address(KmsConnection to, KmsSettings settings) {
        if (to.instanceUrl().equals(KmsConnection.DEFAULT)) {
            throw new InvalidDataException(HadoopEncryption.KMS_INSTANCE_URL
                    + " is not set: it must be the address of Vault, for example https://vault:8200");
        }
        URI address;
        try {
            address = new URI(to.instanceUrl().trim().replaceAll("/+$", ""));
        } catch (URISyntaxException e) {
            // The message of the cause would show the address, which may contain a secret.
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
        if (http && !isLoopback(address.getHost())) {
            if (!settings.get(KmsKeys.VAULT_ALLOW_HTTP, false)) {
                throw new InvalidDataException("the address of the KMS " + to.displayName()
                        + " starts with http:, so tokens and keys would be sent unencrypted: use https:, or set "
                        + KmsOptions.VAULT_ALLOW_HTTP + " = true");
            }
            LOG.warn(
                    "Tokens and keys are sent to the KMS {} unencrypted, because its address starts with http:",
                    to.displayName());
        }
        return address.toString();
    }

    /** Whether a host is this machine. Names other than {@code localhost} are not resolved. */
    private static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        if (!IP_ADDRESS.matcher(host).matches()) {
            return false;
        }
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static InvalidDataException notAnAddress(KmsConnection to) {
        return new InvalidDataException("the address of the KMS " + to.displayName()
                + " is not an address of Vault, which looks like https://vault:8200, without user, query and fragment");
    }
}
