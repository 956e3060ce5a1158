@NullMarked
package dev.tenure.spring;

import org.jspecify.annotations.NullMarked;
