/** Elections in a Spring Boot application: what its code uses. The rest is configuration. */
@NullMarked
package dev.tenure.spring;

import org.jspecify.annotations.NullMarked;
