package io.pq2.internal.keys;

import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The KMS sessions of a virtual machine. Callers share a session if they have the same user, token, KMS and client,
 * and if the settings that the client has read have the same values.
 */
public final class KmsSessions {

    /** The sessions of all callers outside of tests. */
    public static final KmsSessions SHARED = new KmsSessions(System::nanoTime);

    private final LongSupplier clock;
    private final List<Entry> entries = new ArrayList<>();

    /** The parts that callers with the same session have in common. The token is represented by its digest. */
    record Identity(
            String user, String client, String instanceId, String instanceUrl, String token, Duration lifetime) {}

    /** @param settings settings that the client has read, with the values that it got */
    private record Entry(Identity identity, Map<String, Setting> settings, KmsSession session) {

        boolean serves(Identity other, KmsConnection connection) {
            return identity.equals(other)
                    && settings.entrySet().stream()
                            .allMatch(setting -> Objects.equals(
                                    connection.settings().apply(setting.getKey()),
                                    setting.getValue().value()));
        }
    }

    /** @param value absent if the setting is not configured */
    private record Setting(@Nullable String value) {}

    /**
     * Creates an empty set of sessions.
     *
     * @param clock returns the time in nanoseconds
     */
    KmsSessions(LongSupplier clock) {
        this.clock = clock;
    }

    /** Returns the session of a connection. The caller has entered the session and leaves it. */
    public KmsSession enter(
            String user, String client, KmsConnection connection, Duration lifetime, Supplier<KmsClient> factory) {
        Identity identity = new Identity(
                user,
                client,
                connection.instanceId(),
                connection.instanceUrl(),
                digest(Objects.requireNonNullElse(connection.accessToken().get(), KmsConnection.DEFAULT)),
                lifetime);
        // Without the lock, because clients may close slowly.
        expired().forEach(KmsSession::retire);
        synchronized (this) {
            for (Entry entry : entries) {
                if (entry.serves(identity, connection) && entry.session().enter()) {
                    return entry.session();
                }
            }
            Entry created = entry(identity, connection, factory);
            created.session().enter();
            entries.add(created);
            return created.session();
        }
    }

    private Entry entry(Identity identity, KmsConnection connection, Supplier<KmsClient> factory) {
        Map<String, Setting> settings = new ConcurrentHashMap<>();
        KmsConnection recording =
                new KmsConnection(connection.instanceId(), connection.instanceUrl(), connection.accessToken(), key -> {
                    String value = connection.settings().apply(key);
                    settings.put(key, new Setting(value));
                    return value;
                });
        KmsErrors errors = new KmsErrors(connection.displayName());
        Supplier<KmsClient> initialized = () -> {
            KmsClient client = errors.call(null, identity.client(), factory);
            errors.call(null, client.getClass().getName(), () -> {
                client.initialize(recording);
                return client;
            });
            return client;
        };
        long expires = clock.getAsLong() + identity.lifetime().toNanos();
        return new Entry(identity, settings, new KmsSession(errors, initialized, expires));
    }

    /** Removes and returns the sessions whose lifetime is over. */
    private synchronized List<KmsSession> expired() {
        long now = clock.getAsLong();
        return remove(entry -> now - entry.session().expires() >= 0);
    }

    private synchronized List<KmsSession> remove(Predicate<Entry> condition) {
        List<KmsSession> removed =
                entries.stream().filter(condition).map(Entry::session).toList();
        entries.removeIf(condition);
        return removed;
    }

    /** Retires all sessions. */
    public void clear() {
        remove(any -> true).forEach(KmsSession::retire);
    }

    synchronized int size() {
        return entries.size();
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
