package io.pq2.hadoop.internal.file;

import io.pq2.hadoop.internal.options.ReadingKeys;
import io.pq2.hadoop.internal.options.Settings;
import org.apache.hadoop.conf.Configuration;

/**
 * How a file on other machines is read.
 *
 * @param count the largest number of requests at a time
 * @param bytes the length above which a range is read by several requests
 */
public record RemoteRequests(int count, int bytes) {

    /** Transferring 4 MiB takes several times as long as a round trip. */
    private static final RemoteRequests DEFAULT = new RemoteRequests(32, 4 << 20);

    /** So many requests of the full length use the bandwidth of a machine. */
    private static final int LONG_REQUESTS = 8;

    /**
     * Whether another request may begin. Short requests take as long as a round trip, so that more of them are under
     * way. Long ones share the bandwidth: more of them would only delay the bytes that are needed first.
     *
     * @param active the requests under way
     * @param activeBytes their bytes
     * @param length the bytes of the next request
     */
    boolean allow(int active, long activeBytes, int length) {
        return active == 0 || (active < count && activeBytes + length <= (long) LONG_REQUESTS * bytes);
    }

    /**
     * Returns the options of a configuration.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static RemoteRequests from(Configuration configuration) {
        Settings settings = new Settings(configuration);
        return new RemoteRequests(
                settings.get(ReadingKeys.REQUESTS, DEFAULT.count),
                settings.get(ReadingKeys.REQUEST_BYTES, DEFAULT.bytes));
    }
}
