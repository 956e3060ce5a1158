@NullMarked
package dev.tenure.shop;

import org.jspecify.annotations.NullMarked;
