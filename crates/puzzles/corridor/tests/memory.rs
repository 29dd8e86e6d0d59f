//! The memory limits of all methods, counted by the allocator of this process.

ingenio_conformance::memory_suite!(ingenio_corridor::Corridor, []);
