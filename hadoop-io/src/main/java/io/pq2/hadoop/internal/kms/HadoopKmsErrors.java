package io.pq2.hadoop.internal.kms;

import io.pq2.exception.EncryptionException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * Translates the exceptions of Hadoop's KMS client. The KMS reports most errors only in the message of nested
 * exceptions: an unknown key is a {@link NullPointerException}, and a denied request for an encrypted key is an
 * internal server error.
 */
public final class HadoopKmsErrors {

    private final String kms;

    /**
     * Creates a translation.
     *
     * @param kms the name of the KMS in messages
     */
    public HadoopKmsErrors(String kms) {
        this.kms = kms;
    }

    /**
     * Returns the error for the caller.
     *
     * @throws NoAnswerException if a retry may succeed
     */
    public EncryptionException answer(Exception failure, String masterKeyId) throws NoAnswerException {
        List<Throwable> chain = chain(failure);
        String said = shown(chain.get(chain.size() - 1));
        Throwable cause = KmsText.redacted(failure);
        if (chain.stream().anyMatch(HadoopKmsErrors::isDenial)) {
            return new KmsDeniedException(
                    kms,
                    masterKeyId,
                    said + ". Writers need GENERATE_EEK and DECRYPT_EEK for the key, readers DECRYPT_EEK"
                            + " (kms-acls.xml, or the policies of Ranger); tasks need a delegation token of the KMS",
                    cause);
        }
        if (says(chain, "does not belong to the key")) {
            return new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "the KMS " + kms + " reports that a wrapped key does not belong to the master key " + masterKeyId
                            + ": " + said);
        }
        if (says(chain, "No KeyVersion exists for key")
                || says(chain, "' not found")
                || says(chain, "' does not exist")) {
            return new UnknownMasterKeyException(
                    kms,
                    masterKeyId,
                    said
                            + ". Check its name and whether the key or its version was deleted"
                            + " (hadoop key list -metadata)",
                    cause);
        }
        if (failure instanceof IllegalArgumentException) {
            return new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "the KMS " + kms + " rejects a wrapped key of the master key " + masterKeyId + ": " + said);
        }
        throw new NoAnswerException(noAnswer(chain, said), cause);
    }

    /** Returns the error for a wrapped key that is not from a Hadoop KMS. */
    public UnknownMasterKeyException otherKms(String masterKeyId) {
        return new UnknownMasterKeyException(
                kms, masterKeyId, "the wrapped key is not from a Hadoop KMS; use the KMS that wrapped it", null);
    }

    private static String noAnswer(List<Throwable> chain, String said) {
        for (Throwable failure : chain) {
            if (failure instanceof SocketTimeoutException) {
                return "it takes too long to answer";
            }
            if (failure instanceof UnknownHostException) {
                return "its host is unknown: " + shown(failure);
            }
            if (failure instanceof ConnectException) {
                return "the connection failed: " + shown(failure);
            }
        }
        return said;
    }

    private static boolean isDenial(Throwable failure) {
        return failure instanceof AccessControlException
                || failure instanceof AuthenticationException
                || says(failure, "AuthorizationException")
                || says(failure, "AccessControlException")
                || says(failure, "AuthenticationException")
                || says(failure, "HTTP status [401]")
                || says(failure, "HTTP status [403]");
    }

    private static boolean says(List<Throwable> chain, String words) {
        return chain.stream().anyMatch(failure -> says(failure, words));
    }

    private static boolean says(Throwable failure, String words) {
        return failure.getMessage() != null && failure.getMessage().contains(words);
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable next = failure; next != null && chain.size() < 50; next = next.getCause()) {
            chain.add(next);
        }
        return chain;
    }

    /**
     * Returns the message of an exception on one line, without the class names of wrapping exceptions and without
     * secrets.
     */
    private static String shown(Throwable failure) {
        String text = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        return KmsText.redacted(text.replaceAll("^((\\w+\\.)+\\w*Exception: )+", ""));
    }
}
