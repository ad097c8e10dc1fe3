package io.pq2.keys;

import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a {@link KmsClient} is told about the KMS that it is to talk to.
 *
 * @param instanceId which of several, {@link #DEFAULT} if nobody says
 * @param instanceUrl its address, {@link #DEFAULT} if nobody says: the client has to know it otherwise
 * @param accessToken what shows that the user may use it, {@link #DEFAULT} if nobody says; to be asked anew for each call, since tokens are
 *     renewed
 * @param settings the client's own settings by their full names, null for those that are not set
 */
public record KmsConnection(
        String instanceId, String instanceUrl, Supplier<String> accessToken, UnaryOperator<String> settings) {

    /** What stands for an identifier, an address or a token that was not given; files of parquet-java have it, too. */
    public static final String DEFAULT = "DEFAULT";

    public KmsConnection {
        Objects.requireNonNull(instanceId, "instanceId");
        Objects.requireNonNull(instanceUrl, "instanceUrl");
        Objects.requireNonNull(accessToken, "accessToken");
        Objects.requireNonNull(settings, "settings");
    }

    /** How messages name the KMS: by its address without what may be secret in it (user, query), or else its identifier. */
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

    /** The name of the KMS, and neither token nor settings. */
    @Override
    public String toString() {
        return "KMS " + displayName();
    }
}
