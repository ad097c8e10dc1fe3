package io.pq2.internal.keys;

import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls a KMS for one user. Each call enters the session that this user shares with other callers of the same user,
 * token, KMS and settings. Immutable and thread-safe.
 *
 * @param sessions the sessions to share
 * @param user the name of the user
 * @param client the name of the client; clients with the same name are interchangeable
 * @param connection the settings that a new client receives
 * @param lifetime the time after which a session is replaced by a new one
 * @param factory creates a client, which is not initialized
 */
public record KmsCaller(
        KmsSessions sessions,
        String user,
        String client,
        KmsConnection connection,
        Duration lifetime,
        Supplier<KmsClient> factory) {

    public KmsCaller {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(connection, "connection");
        Objects.requireNonNull(lifetime, "lifetime");
        Objects.requireNonNull(factory, "factory");
    }

    /** Calls a function with the current session and returns the result. The session keeps its keys until then. */
    public <T> T call(Function<KmsSession, T> function) {
        KmsSession session = sessions.enter(user, client, connection, lifetime, factory);
        try {
            return function.apply(session);
        } finally {
            session.leave();
        }
    }

    /** Returns the names of the KMS and the user, without secrets. */
    @Override
    public String toString() {
        return connection + " for " + user;
    }
}
