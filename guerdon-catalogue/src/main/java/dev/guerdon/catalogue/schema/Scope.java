package dev.guerdon.catalogue.schema;

import org.jspecify.annotations.Nullable;

/**
 * The way from the root to where a schema is applied.
 *
 * @param base the address that references begin from
 * @param outer the scope around, with another address
 * @param last the last reference that was followed to get here
 */
record Scope(String base, @Nullable Scope outer, @Nullable Followed last) {

    static final Scope START = new Scope("", null, null);

    /** A reference that was followed for a value. */
    record Followed(
            @Nullable Object schema,
            @Nullable Object value,
            @Nullable Followed before) {}

    Scope in(String address) {
        return address.equals(base) ? this : new Scope(address, this, last);
    }

    /** The scope behind a reference; throws where the same reference is already being followed for the same value. */
    @SuppressWarnings("ReferenceEquality") // the same place, not an equal value
    Scope following(SchemaIndex.Target target, @Nullable Object value) {
        for (Followed followed = last; followed != null; followed = followed.before) {
            if (followed.value != value) {
                break;
            }
            if (followed.schema == target.schema()) {
                throw new BadSchema("the schema refers to itself without end");
            }
        }
        Followed next = new Followed(target.schema(), value, last);
        return target.base().equals(base) ? new Scope(base, outer, next) : new Scope(target.base(), this, next);
    }
}
