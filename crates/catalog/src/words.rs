//! Every sentence that the catalog says.

ingenio_core::words! {
    UNKNOWN_PUZZLE = "catalog.unknown-puzzle", "there is no puzzle '{name}'; known: {known}";
    UNRECOGNISED = "catalog.unrecognised", "this does not look like any puzzle we know ({known}); say which one it is with --puzzle";
    AMBIGUOUS = "catalog.ambiguous", "this could be {candidates}; say which one it is with --puzzle";
    EMPTY = "catalog.empty", "there is no level here";
    UNKNOWN_FORMULATION = "catalog.unknown-formulation", "{puzzle} has no formulation '{name}'; known: {known}";
    NO_FORMULATIONS = "catalog.no-formulations", "{puzzle} has no mathematical formulation";
    UNKNOWN_TARGET = "catalog.unknown-target", "models cannot be written as '{target}'; known: {known}";
    NOT_WRITTEN = "catalog.not-written", "{formulation} cannot be written as {target}: {reason}";
    HOW_MANY_PERIODS = "catalog.how-many-periods", "say how many periods {formulation} is to plan: {formulation}:periods=N. `ingenio solve` with one of its methods finds the fewest";
    FOREIGN_PLAN = "catalog.foreign-plan", "these are not the actions of a plan for {puzzle}";
}
