package io.pq2.it.store;

/**
 * A request to a store, and when it was answered. Times are those of {@link System#nanoTime}.
 *
 * @param method the HTTP method
 * @param target the path and the query as sent
 * @param range the value of the header {@code Range}; empty if the request has none
 * @param start when the request arrived
 * @param end when the last part of the answer began to be sent
 * @param bytes the length of the answer in bytes, with its headers
 */
public record StoreRequest(String method, String target, String range, long start, long end, long bytes) {

    /** Returns the operation of S3 that the request asks for, such as {@code GET}, {@code LIST} or {@code PUT}. */
    public String operation() {
        int question = target.indexOf('?');
        String query = question < 0 ? "" : target.substring(question + 1);
        if (method.equals("GET") && (query.contains("list-type=") || query.contains("uploads"))) {
            return "LIST";
        }
        return method;
    }
}
