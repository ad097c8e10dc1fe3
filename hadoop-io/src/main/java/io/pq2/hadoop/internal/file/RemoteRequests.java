package io.pq2.hadoop.internal.file;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.options.HadoopReadOptions;
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
        int[] count = {DEFAULT.count};
        int[] bytes = {DEFAULT.bytes};
        Settings settings = new Settings(configuration);
        settings.integer(HadoopReadOptions.REQUESTS, 1, Integer.MAX_VALUE, value -> count[0] = value);
        settings.integer(HadoopReadOptions.REQUEST_BYTES, 1, Integer.MAX_VALUE, value -> bytes[0] = value);
        return new RemoteRequests(count[0], bytes[0]);
    }
}
