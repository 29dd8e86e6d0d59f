//! Ctrl-C ends searches cleanly: they hand over the best found so far. A second Ctrl-C ends the
//! program at once.

use std::sync::atomic::{AtomicBool, Ordering};

use ingenio_core::Cancel;

/// The flag that Ctrl-C raises.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let raised = cancel.clone();
    let again = AtomicBool::new(false);
    let handler = move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        raised.cancel();
    };
    // Where no handler can be set, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(handler);
    cancel
}
