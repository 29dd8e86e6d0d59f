//! The weights that are shipped: files of the folder `weights`, with the recipes that made them.

use std::sync::{Arc, LazyLock};

use ingenio_nets::{Net, Refused};

/// What a file of weights says it is. The number rises when the patterns of `eyes` or `policy` change: weights that learned
/// other patterns are refused.
pub const ESTIMATE: &str = "sokoban-h 1";
pub const POLICY: &str = "sokoban-policy 1";

static SHIPPED: LazyLock<[Arc<Net>; 2]> = LazyLock::new(|| {
    let read = |wanted: &str, bytes: &[u8]| {
        Arc::new(Net::read(wanted, bytes).expect("a test reads what is shipped"))
    };
    [
        read(ESTIMATE, include_bytes!("../../../../../weights/sokoban-h.safetensors")),
        read(POLICY, include_bytes!("../../../../../weights/sokoban-policy.safetensors")),
    ]
});

/// The estimate.
pub fn estimate() -> Arc<Net> {
    SHIPPED[0].clone()
}

/// The policy.
pub fn policy() -> Arc<Net> {
    SHIPPED[1].clone()
}

/// An estimate from a file.
pub fn read_estimate(bytes: &[u8]) -> Result<Arc<Net>, Refused> {
    Net::read(ESTIMATE, bytes).map(Arc::new)
}
