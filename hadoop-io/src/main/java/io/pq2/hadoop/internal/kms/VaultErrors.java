package io.pq2.hadoop.internal.kms;

import io.pq2.exception.EncryptionException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.kms.KmsOptions;
import java.util.List;

/** Translates error responses of Vault. */
public final class VaultErrors {

    private final String kms;
    private final String mount;

    /**
     * Creates a translation.
     *
     * @param kms the name of Vault in messages
     * @param mount the mount path of the transit engine
     */
    public VaultErrors(String kms, String mount) {
        this.kms = kms;
        this.mount = mount;
    }

    /**
     * Returns the error for the caller.
     *
     * @param answer the response
     * @param operation the path of the operation below the mount: encrypt, decrypt, datakey/plaintext
     * @param masterKeyId the master key of the request
     * @param token the token of the request, which the error never contains
     * @throws NoAnswerException if a retry may succeed
     */
    public EncryptionException failure(VaultHttp.Answer answer, String operation, String masterKeyId, String token)
            throws NoAnswerException {
        List<String> errors = answer.errors();
        String said = shown(answer.status(), errors, token);
        return switch (answer.status()) {
            case 400 -> refused(said, masterKeyId);
            case 401, 403 ->
                new KmsDeniedException(
                        kms,
                        masterKeyId,
                        said
                                + ". Check that the token (parquet.encryption.key.access.token) is valid and that its"
                                + " policy has the capability \"update\" on " + mount + "/" + operation + "/"
                                + masterKeyId
                                + "; Vault reports a missing key in the same way",
                        null);
            case 404 ->
                new UnknownMasterKeyException(
                        kms,
                        masterKeyId,
                        said + ". Check the path of the transit engine (" + KmsOptions.VAULT_MOUNT + "), which is \""
                                + mount + "\", and the namespace (" + KmsOptions.VAULT_NAMESPACE + ")",
                        null);
            default -> throw new NoAnswerException("it answers " + said, null, answer.minPause());
        };
    }

    private EncryptionException refused(String said, String masterKeyId) {
        if (said.contains("not found") || said.contains("version is too new")) {
            return new UnknownMasterKeyException(
                    kms, masterKeyId, said + ". Check its name and whether the key or its version was deleted", null);
        }
        if (said.contains("invalid ciphertext")
                || said.contains("authentication failed")
                || said.contains("could not decode")) {
            return new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "the KMS " + kms + " reports that a wrapped key was changed or does not belong to the master key "
                            + masterKeyId + ": " + said);
        }
        String hint = said.contains("too old")
                ? "The version is below the key's min_decryption_version: lower it, then rotate the keys of the files"
                : "Check the type and the configuration of the key; keys derived from a context are not supported";
        return new KmsDeniedException(kms, masterKeyId, said + ". " + hint, null);
    }

    private static String shown(int status, List<String> errors, String token) {
        String text = KmsText.redacted(String.join("; ", errors), token);
        return "HTTP " + status + (text.isEmpty() ? "" : ": " + text);
    }
}
