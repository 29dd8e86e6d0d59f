//! Every sentence that a job says.

ingenio_core::words! {
    NOT_STARTED = "jobs.not-started", "the program '{program}' cannot be started: {error}; is it there, and may it be run?";
    NOT_WATCHED = "jobs.not-watched", "the program '{program}' was started but cannot be watched ({error}); it was stopped";
    NO_SUCH_FENCE = "jobs.no-such-fence", "limits by {enforcer} cannot be had here: {error}";
    STILL_RUNNING = "jobs.still-running", "{count} processes of '{program}' do not end even when killed; the system holds them";
    NO_ANSWER = "jobs.no-answer", "it ended with status {status} and without an answer{complaint}";
    NOT_OURS = "jobs.not-ours", "its answer is not what `solve --json` prints: {line}";
    SIGNALLED = "jobs.signalled", "it was ended by signal {signal}{complaint}";
    TOO_MANY_PROCESSES = "jobs.too-many-processes", "it started more processes than a run may";
    NO_SANDBOX = "jobs.no-sandbox", "no sandbox can be had here ({reasons})";
    TOO_MUCH_OUTPUT = "jobs.too-much-output", "it printed {most} bytes, more than a run may";
}
