package io.pq2.internal.keys;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls KMS clients. Their unexpected exceptions become exceptions that name the KMS and the client. The texts of these
 * exceptions are not repeated, because they may contain secrets.
 *
 * @param kms the name of the KMS for messages
 */
record KmsErrors(String kms) {

    /**
     * Calls a client.
     *
     * @param masterKeyId the master key that is needed; null if none is
     * @param client the name or class of the client
     * @throws KmsUnavailableException if the client throws another exception than a {@link ParquetException}
     */
    <T extends @Nullable Object> T call(@Nullable String masterKeyId, String client, Supplier<T> operation) {
        try {
            return operation.get();
        } catch (ParquetException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new KmsUnavailableException(
                    kms,
                    masterKeyId,
                    "its client " + client + " failed with " + e.getClass().getName()
                            + ", which is the cause of this error",
                    e);
        }
    }

    /** Returns the error of a client that returned null instead of an answer. */
    KmsUnavailableException noAnswer(String masterKeyId, String client) {
        return new KmsUnavailableException(kms, masterKeyId, "its client " + client + " returned null", null);
    }
}
