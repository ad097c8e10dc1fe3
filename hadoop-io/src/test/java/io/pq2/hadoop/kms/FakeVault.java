package io.pq2.hadoop.kms;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;

/**
 * An HTTP server that behaves like Vault's transit engine, by Vault's public API description. It has
 * {@code encrypt}, {@code decrypt} and {@code datakey/plaintext} for keys of type {@code aes256-gcm96} with versions
 * and {@code min_decryption_version}, tokens with policies, namespaces, sealing, and faults that tests request.
 */
final class FakeVault implements AutoCloseable {

    private static final Pattern FIELD = Pattern.compile("\\{\"(plaintext|ciphertext|bits)\":\"?([^\"}]*)\"?}");
    private static final Pattern CIPHERTEXT = Pattern.compile("vault:v([0-9]+):(.*)");

    private final SecureRandom random = new SecureRandom();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String mount;
    private final String scheme;
    private final Map<String, Key> keys = new HashMap<>();
    private final Map<String, Set<String>> policies = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private String namespace = "";
    private boolean sealed;

    private static final class Key {
        private final List<byte[]> versions = new ArrayList<>();
        private int minDecryptionVersion = 1;
    }

    /** A failure in place of an answer. */
    interface Fault {
        /** Fails an exchange and returns whether the exchange has ended. */
        boolean happen(HttpExchange exchange) throws IOException;
    }

    /**
     * Starts the server with HTTP.
     *
     * @param mount the path of the engine
     */
    FakeVault(String mount) {
        this(mount, null);
    }

    /**
     * Starts the server.
     *
     * @param tls null for HTTP
     */
    FakeVault(String mount, SSLContext tls) {
        this.mount = mount;
        scheme = tls == null ? "http" : "https";
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            if (tls == null) {
                server = HttpServer.create(anyPort, 0);
            } else {
                HttpsServer secure = HttpsServer.create(anyPort, 0);
                secure.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = secure;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    synchronized FakeVault create(String key) {
        keys.put(key, new Key());
        rotate(key);
        return this;
    }

    synchronized void rotate(String key) {
        byte[] version = new byte[32];
        random.nextBytes(version);
        keys.get(key).versions.add(version);
    }

    synchronized void minDecryptionVersion(String key, int version) {
        keys.get(key).minDecryptionVersion = version;
    }

    /** Gives a token the capability {@code update} on paths below the mount, such as {@code encrypt/mk}. */
    synchronized FakeVault allow(String token, String... paths) {
        policies.computeIfAbsent(token, made -> new HashSet<>()).addAll(List.of(paths));
        return this;
    }

    synchronized void revoke(String token) {
        policies.remove(token);
    }

    synchronized void seal(boolean is) {
        sealed = is;
    }

    synchronized void namespace(String only) {
        namespace = only;
    }

    /** Makes the next requests fail, each with one of the faults. */
    synchronized void fail(Fault... next) {
        faults.addAll(List.of(next));
    }

    /** Returns the paths of all requests in order. */
    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    /** Returns a fault that answers with a status and an error. */
    static Fault status(int status, String error) {
        return exchange -> {
            answer(exchange, status, error == null ? "" : "{\"errors\":[\"" + error + "\"]}");
            return true;
        };
    }

    /** Returns a fault that closes the connection without an answer. */
    static Fault drop() {
        return exchange -> {
            exchange.close();
            return true;
        };
    }

    /** Returns a fault that sends no answer before the latch opens. */
    static Fault stall(CountDownLatch until) {
        return exchange -> {
            try {
                until.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return false;
        };
    }

    /** Returns a fault that answers with a given body. */
    static Fault body(String body) {
        return exchange -> {
            answer(exchange, 200, body);
            return true;
        };
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Fault fault = received(path);
            if (fault == null || !fault.happen(exchange)) {
                answer(exchange, path, body);
            }
        }
    }

    private synchronized Fault received(String path) {
        requests.add(path);
        return faults.isEmpty() ? null : faults.remove(0);
    }

    private synchronized void answer(HttpExchange exchange, String path, String body) throws IOException {
        if (sealed) {
            answer(exchange, 503, errors("Vault is sealed"));
            return;
        }
        String token = first(exchange, "X-Vault-Token");
        String requested = first(exchange, "X-Vault-Namespace");
        if (!path.startsWith("/v1/" + mount + "/") || !requested.equals(namespace)) {
            answer(
                    exchange,
                    404,
                    errors("no handler for route \\\"" + path.substring(4) + "\\\". route entry not found."));
            return;
        }
        String below = path.substring(("/v1/" + mount + "/").length());
        Set<String> allowed = policies.get(token);
        if (allowed == null || !allowed.contains(below)) {
            answer(
                    exchange,
                    403,
                    errors(allowed == null ? "permission denied\",\"invalid token" : "permission denied"));
            return;
        }
        int slash = below.lastIndexOf('/');
        operate(exchange, below.substring(0, slash), below.substring(slash + 1), body);
    }

    private void operate(HttpExchange exchange, String operation, String name, String body) throws IOException {
        Key key = keys.get(name);
        Matcher field = FIELD.matcher(body);
        if (!field.matches()) {
            answer(exchange, 400, errors("failed to parse JSON input"));
        } else if (key == null) {
            answer(exchange, 400, errors("encryption key not found"));
        } else {
            switch (operation) {
                case "encrypt" ->
                    answer(exchange, 200, data("\"ciphertext\":\"" + encrypt(key, field.group(2)) + '"', key));
                case "datakey/plaintext" -> {
                    byte[] made = new byte[Integer.parseInt(field.group(2)) / 8];
                    random.nextBytes(made);
                    String plaintext = Base64.getEncoder().encodeToString(made);
                    answer(
                            exchange,
                            200,
                            data(
                                    "\"ciphertext\":\"" + encrypt(key, plaintext) + "\",\"plaintext\":\"" + plaintext
                                            + '"',
                                    key));
                }
                case "decrypt" -> decrypt(exchange, key, field.group(2));
                default -> answer(exchange, 404, errors("unsupported path"));
            }
        }
    }

    private String encrypt(Key key, String plaintext) {
        byte[] nonce = new byte[12];
        random.nextBytes(nonce);
        byte[] text = Base64.getDecoder().decode(plaintext);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            byte[] newest = key.versions.get(key.versions.size() - 1);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(newest, "AES"), new GCMParameterSpec(128, nonce));
            byte[] sealedText = new byte[12 + text.length + 16];
            System.arraycopy(nonce, 0, sealedText, 0, 12);
            cipher.doFinal(text, 0, text.length, sealedText, 12);
            return "vault:v" + key.versions.size() + ":" + Base64.getEncoder().encodeToString(sealedText);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static void decrypt(HttpExchange exchange, Key key, String ciphertext) throws IOException {
        Matcher matcher = CIPHERTEXT.matcher(ciphertext);
        if (!matcher.matches()) {
            answer(exchange, 400, errors("invalid ciphertext: no prefix"));
            return;
        }
        int version = Integer.parseInt(matcher.group(1));
        if (version > key.versions.size()) {
            answer(exchange, 400, errors("invalid ciphertext: version is too new"));
            return;
        }
        if (version < key.minDecryptionVersion) {
            answer(exchange, 400, errors("ciphertext or signature version is disallowed by policy (too old)"));
            return;
        }
        try {
            byte[] text = Base64.getDecoder().decode(matcher.group(2));
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    new SecretKeySpec(key.versions.get(version - 1), "AES"),
                    new GCMParameterSpec(128, text, 0, 12));
            byte[] plaintext = cipher.doFinal(text, 12, text.length - 12);
            answer(exchange, 200, data("\"plaintext\":\"" + Base64.getEncoder().encodeToString(plaintext) + '"', key));
        } catch (AEADBadTagException | IllegalArgumentException e) {
            answer(exchange, 400, errors("invalid ciphertext: unable to decrypt"));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String data(String fields, Key key) {
        return "{\"request_id\":\"8b1f2a5e\",\"lease_id\":\"\",\"renewable\":false,\"lease_duration\":0,\"data\":{"
                + fields
                + ",\"key_version\":" + key.versions.size()
                + "},\"wrap_info\":null,\"warnings\":null,\"auth\":null,\"mount_type\":\"transit\"}\n";
    }

    private static String errors(String error) {
        return "{\"errors\":[\"" + error + "\"]}\n";
    }

    private static String first(HttpExchange exchange, String header) {
        String value = exchange.getRequestHeaders().getFirst(header);
        return value == null ? "" : value;
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
