//! Every sentence that the catalog says.

ingenio_core::words! {
    UNKNOWN_PUZZLE = "catalog.unknown-puzzle", "there is no puzzle '{name}'; known: {known}";
    UNRECOGNISED = "catalog.unrecognised", "this does not look like any puzzle we know ({known}); say which one it is with --puzzle";
    AMBIGUOUS = "catalog.ambiguous", "this could be {candidates}; say which one it is with --puzzle";
    EMPTY = "catalog.empty", "there is no level here";
    NOT_STEPPABLE = "catalog.not-steppable", "{method} works in one go and cannot be watched step by step";
    NO_FORMULATION = "catalog.no-formulation", "{puzzle} has no formulations";
    UNKNOWN_TARGET = "catalog.unknown-target", "the {formulation} formulation cannot be written as '{target}'; known: {known}";
    NO_HORIZON = "catalog.no-horizon", "how many periods are needed could not be found out ({why}); say it as {formulation}:periods=N";
    UNKNOWN_FORMULATION = "catalog.unknown-formulation", "{puzzle} has no formulation '{name}'; known: {known}";
    NOT_WRITTEN = "catalog.not-written", "{formulation} cannot be written as {target}: {reason}";
    WHICH_FORMULATION = "catalog.which-formulation", "the answer names variables: say with --formulation which formulation they belong to, with the options it was written with";
    FOREIGN_PLAN = "catalog.foreign-plan", "these are not the actions of a plan for {puzzle}";

    CANCELLED = "catalog.cancelled", "Cancelled.";
    SOLVING = "catalog.solving", "{nodes} {nodes|node|nodes} · {seconds} s";
    SOLVING_BOUND = "catalog.solving-bound", "at least {bound}";
    SOLVING_BEST = "catalog.solving-best", "best {best}";
    SOLVER_PROVED = "catalog.solver-proved", "{method}: {figures}, proved to be the best, in {seconds} s.";
    SOLVER_FOUND = "catalog.solver-found", "{method}: {figures}, in {seconds} s; not proved to be the best.";
    SOLVER_SOLVED = "catalog.solver-solved", "{method}: solved in {seconds} s.";
    SOLVER_MOST = "catalog.solver-most", "{method}: {figure} in {seconds} s, and it is proved that no more is possible.";
    SOLVER_SO_FAR = "catalog.solver-so-far", "{method}: {figure} in {seconds} s; perhaps more is possible.";
    SOLVER_SO_FAR_OF = "catalog.solver-so-far-of", "{method}: {figure} in {seconds} s; more than {bound} is not possible.";
    SOLVER_UNSOLVABLE = "catalog.solver-unsolvable", "There is no solution, and that is proved: {reason}.";
    SOLVER_FAILED = "catalog.solver-failed", "{method} cannot do this: {why}.";
    SOLVER_UNKNOWN = "catalog.solver-unknown", "No answer within {seconds} s (limit: {limit}).";
    SOLVER_BOUND = "catalog.solver-bound", "At least {bound} is needed.";
    SOLVER_WRONG = "catalog.solver-wrong", "{text}.";
    SOLVER_BROKE = "catalog.solver-broke", "The solver broke: {why}. This is a fault of ours.";
}
