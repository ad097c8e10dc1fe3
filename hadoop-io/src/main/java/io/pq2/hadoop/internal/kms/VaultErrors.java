package io.pq2.hadoop.internal.kms;

import io.pq2.exception.EncryptionException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.kms.KmsOptions;
import java.util.List;

/** What it means when Vault does not do what it was asked for. */
public final class VaultErrors {

    private static final int LONGEST_TEXT = 300;

    private final String kms;
    private final String mount;

    /** @param kms how messages name Vault */
    public VaultErrors(String kms, String mount) {
        this.kms = kms;
        this.mount = mount;
    }

    /**
     * What to tell the caller.
     *
     * @param operation the path of the operation below the mount: encrypt, decrypt, datakey/plaintext
     * @throws NoAnswerException if Vault may answer another time
     */
    public EncryptionException failure(VaultHttp.Answer answer, String operation, String masterKeyId)
            throws NoAnswerException {
        List<String> errors = answer.errors();
        String said = shown(answer.status(), errors);
        return switch (answer.status()) {
            case 400 -> refused(said, masterKeyId);
            case 401, 403 ->
                new KmsDeniedException(
                        kms,
                        masterKeyId,
                        said
                                + ". Check that the token (parquet.encryption.key.access.token) is valid and that its policy has"
                                + " the capability \"update\" on " + mount + "/" + operation + "/" + masterKeyId
                                + "; Vault says the same of a key that would have to be created",
                        null);
            case 404 ->
                new UnknownMasterKeyException(
                        kms,
                        masterKeyId,
                        said + ". Check the path of the transit engine, which is taken to be \"" + mount + "\" ("
                                + KmsOptions.VAULT_MOUNT + "), and the namespace (" + KmsOptions.VAULT_NAMESPACE + ")",
                        null);
            default -> throw new NoAnswerException("it answers " + said, null, answer.notBefore());
        };
    }

    private EncryptionException refused(String said, String masterKeyId) {
        if (said.contains("not found") || said.contains("version is too new")) {
            return new UnknownMasterKeyException(
                    kms, masterKeyId, said + ". Check its name, and whether it or the version was deleted", null);
        }
        if (said.contains("invalid ciphertext")
                || said.contains("authentication failed")
                || said.contains("could not decode")) {
            return new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "a wrapped key was changed, or is not one of the master key " + masterKeyId + ", says the KMS "
                            + kms + ": " + said);
        }
        String hint = said.contains("too old")
                ? "The version is below the key's min_decryption_version: lower it, and rotate the keys of the files"
                : "Check the type and the configuration of the key; keys that are derived from a context are not supported";
        return new KmsDeniedException(kms, masterKeyId, said + ". " + hint, null);
    }

    private static String shown(int status, List<String> errors) {
        String text =
                String.join("; ", errors).replaceAll("[\\s\\p{Cntrl}]+", " ").trim();
        String shorter = text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
        return "HTTP " + status + (shorter.isEmpty() ? "" : ": " + shorter);
    }
}
