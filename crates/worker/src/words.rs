//! Every sentence that a worker says.

ingenio_core::words! {
    AT_WORK = "worker.at-work", "At work for {database} with {hands} {hands|hand|hands}; Ctrl-C ends it and hands back what is not done.";
    AWAY = "worker.away", "the database does not answer; what is done is kept until it does: {error}";
    BACK = "worker.back", "The database answers again.";
    NOT_FOR_US = "worker.not-for-us", "campaign {campaign} is left to other workers: {why}";
    OTHER_PROGRAMS = "worker.other-programs", "its programs are not on this machine, or not the same there";
    NO_BOX = "worker.no-box", "programs of others run in a sandbox only, and there is none here: {error}";
    LOST_SHARE = "worker.lost-share", "this work is in other hands now";
    OTHER_LEVEL = "worker.other-level", "the level is not the one that its hash names";
    NO_NAME = "worker.no-name", "the system gives no random numbers: {error}";
    NO_THREADS = "worker.no-threads", "the worker cannot be started: {error}";
    ENDED = "worker.ended", "{runs} {runs|run|runs} and {jobs} solver {jobs|job|jobs} done here.";
}
