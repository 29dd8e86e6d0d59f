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

/// For a task of a cluster: the first signal, before its time is over or when it is pre-empted, raises the first
/// flag, so that what is under way may end; the next raises the second.
#[cfg(feature = "server")]
pub fn stop_then_cancel() -> (Cancel, Cancel) {
    let (stop, cancel) = (Cancel::default(), Cancel::default());
    let raised = (stop.clone(), cancel.clone());
    let handler = move || {
        let flag = if raised.0.is_cancelled() { &raised.1 } else { &raised.0 };
        flag.cancel();
    };
    let _ = ctrlc::set_handler(handler);
    (stop, cancel)
}
