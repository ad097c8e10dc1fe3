package io.pq2.keys;

import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The connection of a {@link KmsClient} to a KMS.
 *
 * @param instanceId id of the KMS; {@link #DEFAULT} if not configured
 * @param instanceUrl address of the KMS; {@link #DEFAULT} if not configured, and then the client must know it
 * @param accessToken token of the user; {@link #DEFAULT} if not configured. Clients get it for each call, because
 *     tokens are renewed
 * @param settings settings of the client by their full names; returns null for settings that are not configured
 */
public record KmsConnection(
        String instanceId, String instanceUrl, Supplier<String> accessToken, UnaryOperator<String> settings) {

    /** Id, address or token that is not configured. parquet-java writes the same text to files. */
    public static final String DEFAULT = "DEFAULT";

    public KmsConnection {
        Objects.requireNonNull(instanceId, "instanceId");
        Objects.requireNonNull(instanceUrl, "instanceUrl");
        Objects.requireNonNull(accessToken, "accessToken");
        Objects.requireNonNull(settings, "settings");
    }

    /**
     * Returns the name of the KMS for messages: its address without parts that may be secret (user, query), or else
     * its id.
     */
    public String displayName() {
        if (instanceUrl.equals(DEFAULT)) {
            return instanceId;
        }
        int query = instanceUrl.indexOf('?');
        String url = query < 0 ? instanceUrl : instanceUrl.substring(0, query);
        int host = url.indexOf("//") + 2;
        int pathStart = url.indexOf('/', host);
        int user = url.lastIndexOf('@', pathStart < 0 ? url.length() : pathStart);
        String shown = host >= 2 && user >= host ? url.substring(0, host) + url.substring(user + 1) : url;
        return instanceId.equals(DEFAULT) ? shown : instanceId + " (" + shown + ')';
    }

    /** Returns the name of the KMS, without token and settings. */
    @Override
    public String toString() {
        return "KMS " + displayName();
    }
}
