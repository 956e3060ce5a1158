/**
 * JSON shared by the HTTP answers and the command line. Not exported: applications read the JSON, not these classes.
 */
@NullMarked
package dev.tenure.http.json;

import org.jspecify.annotations.NullMarked;
