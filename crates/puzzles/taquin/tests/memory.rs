//! The memory limits of all methods, counted by the allocator of this process.

ingenio_conformance::memory_suite!(
    ingenio_taquin::Taquin,
    ["bfs", "dfs", "bidirectional", "astar-manhattan", "weighted-astar", "greedy", "beam"]
);
