/** A small shop: every process takes orders, one of them sends the invoices. */
@NullMarked
package dev.tenure.shop;

import org.jspecify.annotations.NullMarked;
