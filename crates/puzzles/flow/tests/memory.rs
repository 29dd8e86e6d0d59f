//! Memory limits are honoured by the whole process.

ingenio_conformance::memory_suite!(ingenio_flow::Flow, ["best-first", "frontier"]);
