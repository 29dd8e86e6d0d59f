//! The memory limits of all methods, counted by the allocator of this process.

ingenio_conformance::memory_suite!(
    ingenio_sokoban::Sokoban,
    ["push-optimal", "move-optimal", "astar-admissible"]
);
