@NullMarked
package dev.tenure.store.route53;

import org.jspecify.annotations.NullMarked;
