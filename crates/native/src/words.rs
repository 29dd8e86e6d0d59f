//! Every sentence that the engines in C++ say.

ingenio_core::words! {
    STATUS = "engine.status", "it ended with status {status}";
}
