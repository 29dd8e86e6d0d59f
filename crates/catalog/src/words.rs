//! Every sentence that the catalog says.

ingenio_core::words! {
    UNKNOWN_PUZZLE = "catalog.unknown-puzzle", "there is no puzzle '{name}'; known: {known}";
    UNRECOGNISED = "catalog.unrecognised", "this does not look like any puzzle we know ({known}); say which one it is with --puzzle";
    AMBIGUOUS = "catalog.ambiguous", "this could be {candidates}; say which one it is with --puzzle";
    EMPTY = "catalog.empty", "there is no level here";
    UNKNOWN_FORMULATION = "catalog.unknown-formulation", "{puzzle} has no formulation '{name}'; known: {known}";
}
