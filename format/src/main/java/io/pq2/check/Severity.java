package io.pq2.check;

/** How much a finding matters, the worst first. */
public enum Severity {
    /** The file is damaged or lies: a reader that believes it fails, or returns wrong rows or answers. */
    ERROR,
    /**
     * The file lies in a way that its writer is known for: the finding has the fault, its report and the version that
     * mended it. Readers that know the fault are right.
     */
    FAULT,
    /** The file deviates from the specification in a way that harms no reader. */
    DEVIATION,
    /** The file is valid in this respect, but some readers have trouble with it, or something was not checked. */
    NOTE
}
