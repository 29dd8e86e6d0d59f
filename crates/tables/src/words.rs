//! Every sentence about kept tables.

ingenio_core::words! {
    DAMAGED = "tables.damaged", "the table {file} is damaged or not what its name says; it is built anew";
    NOT_KEPT = "tables.not-kept", "the table {file} cannot be kept ({error}); it is used from memory, for this once";
}
