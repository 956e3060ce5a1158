/** Shows elections by Spring Boot's actuator. */
@NullMarked
package dev.tenure.spring.actuate;

import org.jspecify.annotations.NullMarked;
