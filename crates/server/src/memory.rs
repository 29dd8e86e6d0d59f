//! Memory that is free goes back to the system. The allocator of the GNU C library keeps what was freed for
//! later, in an arena for every thread; after a crowd has gone, that would be all that the crowd took.
#![allow(unsafe_code, reason = "malloc_trim is a C function without a safe face")]

/// Gives back what nobody uses; a few milliseconds, so not on a thread that answers requests.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    // SAFETY: it takes a number, touches free memory only, and may be called by any thread at any time.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub const fn give_back() {}
