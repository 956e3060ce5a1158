package dev.tenure.store.s3;

/**
 * An object that was read.
 *
 * @param text its content; bytes that are no text were replaced, so that they are no JSON either
 * @param version its ETag, as the store spelled it
 */
record StoredObject(String text, String version) {}
