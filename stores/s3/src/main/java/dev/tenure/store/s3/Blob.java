package dev.tenure.store.s3;

/**
 * An object as it was read.
 *
 * @param content its bytes
 * @param version its ETag, as the store spelled it
 */
record Blob(byte[] content, String version) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Blob blob && version.equals(blob.version);
    }

    @Override
    public int hashCode() {
        return version.hashCode();
    }

    @Override
    public String toString() {
        return "Blob" + version;
    }
}
