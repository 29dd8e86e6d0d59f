//! Every sentence that a job says.

ingenio_core::words! {
    NOT_STARTED = "jobs.not-started", "the program '{program}' cannot be started: {error}; is it there, and may it be run?";
    NOT_WATCHED = "jobs.not-watched", "the program '{program}' was started but cannot be watched ({error}); it was stopped";
    NO_SUCH_FENCE = "jobs.no-such-fence", "limits by {enforcer} cannot be had here: {error}";
    STILL_RUNNING = "jobs.still-running", "{count} processes of '{program}' do not end even when killed; the system holds them";
}
