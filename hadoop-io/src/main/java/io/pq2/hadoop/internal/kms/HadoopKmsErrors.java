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
 * What Hadoop's client throws, as what it means. A KMS tells most of it only in the text of exceptions, which have been through several others:
 * a key that it does not have is a {@link NullPointerException} there, and a refusal to make an encrypted key an error of the server.
 */
public final class HadoopKmsErrors {

    private static final int LONGEST_TEXT = 300;

    private final String kms;

    /** @param kms how messages name the KMS */
    public HadoopKmsErrors(String kms) {
        this.kms = kms;
    }

    /**
     * What to tell the caller.
     *
     * @throws NoAnswerException if the KMS may answer another time
     */
    public EncryptionException answer(Exception failure, String masterKeyId) throws NoAnswerException {
        List<Throwable> chain = chain(failure);
        String said = shown(chain.get(chain.size() - 1));
        if (chain.stream().anyMatch(HadoopKmsErrors::isDenial)) {
            return new KmsDeniedException(
                    kms,
                    masterKeyId,
                    said + ". Who writes needs GENERATE_EEK and DECRYPT_EEK of the key, who reads DECRYPT_EEK"
                            + " (kms-acls.xml, or the policies of Ranger); tasks need a delegation token of the KMS",
                    failure);
        }
        if (says(chain, "does not belong to the key")) {
            return new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "a wrapped key is not of the master key " + masterKeyId + ", says the KMS " + kms + ": " + said);
        }
        if (says(chain, "No KeyVersion exists for key")
                || says(chain, "' not found")
                || says(chain, "' does not exist")) {
            return new UnknownMasterKeyException(
                    kms,
                    masterKeyId,
                    said + ". Check its name, and whether it or the version was deleted (hadoop key list -metadata)",
                    failure);
        }
        if (failure instanceof IllegalArgumentException) {
            return new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "the KMS " + kms + " does not take a wrapped key of the master key " + masterKeyId + ": " + said);
        }
        throw new NoAnswerException(noAnswer(chain, said), failure);
    }

    private static String noAnswer(List<Throwable> chain, String said) {
        for (Throwable failure : chain) {
            if (failure instanceof SocketTimeoutException) {
                return "it takes too long to answer";
            }
            if (failure instanceof UnknownHostException) {
                return "its host is not known: " + failure.getMessage();
            }
            if (failure instanceof ConnectException) {
                return "it cannot be connected to: " + shown(failure);
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

    /** What an exception says, on one line, without the classes that it has been through and without queries of addresses. */
    private static String shown(Throwable failure) {
        String text = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        String plain = text.replaceAll("\\s+", " ")
                .replaceAll("\\?[^\\s\\]]*", "")
                .replaceAll("^((\\w+\\.)+\\w*Exception: )+", "")
                .trim();
        return plain.length() <= LONGEST_TEXT ? plain : plain.substring(0, LONGEST_TEXT) + "...";
    }
}
