//! Corridor in the suite that every puzzle must pass.

ingenio_conformance::suite!(ingenio_corridor::Corridor);
