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

/**
 * The sessions of a virtual machine. What one user or token was given is not shown to another, and a client that was told other settings is
 * another client.
 */
public final class KmsSessions {

    public static final KmsSessions SHARED = new KmsSessions(System::nanoTime);

    private final LongSupplier clock;
    private final List<Entry> entries = new ArrayList<>();

    /** The token is there as its digest. */
    record Identity(
            String user, String client, String instanceId, String instanceUrl, String token, Duration lifetime) {}

    /** @param asked the settings that the client has asked for, and what it was told */
    private record Entry(Identity identity, Map<String, Answer> asked, KmsSession session) {

        boolean serves(Identity other, KmsConnection connection) {
            return identity.equals(other)
                    && asked.entrySet().stream()
                            .allMatch(setting -> Objects.equals(
                                    connection.settings().apply(setting.getKey()),
                                    setting.getValue().value()));
        }
    }

    /** @param value null if it was not set */
    private record Answer(String value) {}

    /** @param clock nanoseconds */
    KmsSessions(LongSupplier clock) {
        this.clock = clock;
    }

    /** The session for a connection, which the caller has entered and leaves. */
    public KmsSession enter(
            String user, String client, KmsConnection connection, Duration lifetime, Supplier<KmsClient> maker) {
        Identity identity = new Identity(
                user,
                client,
                connection.instanceId(),
                connection.instanceUrl(),
                digest(Objects.requireNonNullElse(connection.accessToken().get(), KmsConnection.DEFAULT)),
                lifetime);
        // Clients may take their time to close.
        expired().forEach(KmsSession::retire);
        synchronized (this) {
            for (Entry entry : entries) {
                if (entry.serves(identity, connection) && entry.session().enter()) {
                    return entry.session();
                }
            }
            Entry made = entry(identity, connection, maker);
            made.session().enter();
            entries.add(made);
            return made.session();
        }
    }

    private Entry entry(Identity identity, KmsConnection connection, Supplier<KmsClient> maker) {
        Map<String, Answer> asked = new ConcurrentHashMap<>();
        KmsConnection listening =
                new KmsConnection(connection.instanceId(), connection.instanceUrl(), connection.accessToken(), key -> {
                    String value = connection.settings().apply(key);
                    asked.put(key, new Answer(value));
                    return value;
                });
        Supplier<KmsClient> initialized = () -> {
            KmsClient made = maker.get();
            made.initialize(listening);
            return made;
        };
        long expires = clock.getAsLong() + identity.lifetime().toNanos();
        return new Entry(identity, asked, new KmsSession(connection.displayName(), initialized, expires));
    }

    /** Sessions whose time is over, which are nobody's any more. */
    private synchronized List<KmsSession> expired() {
        long now = clock.getAsLong();
        return taken(entry -> now - entry.session().expires() >= 0);
    }

    private synchronized List<KmsSession> taken(Predicate<Entry> which) {
        List<KmsSession> taken =
                entries.stream().filter(which).map(Entry::session).toList();
        entries.removeIf(which);
        return taken;
    }

    /** Retires all. */
    public void clear() {
        taken(any -> true).forEach(KmsSession::retire);
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
