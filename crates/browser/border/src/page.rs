//! The page, as the module sees it: addresses and sizes become texts and bytes here, and nowhere else.
#![allow(unsafe_code, reason = "a page hands over addresses; what they mean is written down here")]

use std::sync::Once;
use std::time::Duration;

use crate::quoted;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    #[link_name = "now"]
    safe fn page_now() -> f64;
    #[link_name = "tell"]
    safe fn page_tell(at: *const u8, size: usize);
    #[link_name = "kept"]
    safe fn page_kept(name: *const u8, size: usize) -> i32;
    /// Unsafe: the page writes as many bytes as it said with `kept`.
    #[link_name = "fetch"]
    unsafe fn page_fetch(at: *mut u8);
    #[link_name = "keep"]
    safe fn page_keep(name: *const u8, name_size: usize, at: *const u8, size: usize);
}

pub fn now() -> Duration {
    Duration::from_secs_f64(page_now().max(0.0) / 1000.0)
}

pub fn tell(text: &str) {
    page_tell(text.as_ptr(), text.len());
}

pub fn kept(name: &str) -> Option<Vec<u8>> {
    let size = usize::try_from(page_kept(name.as_ptr(), name.len())).ok()?;
    let mut bytes = vec![0; size];
    // SAFETY: the page was just asked for this name, so it writes `size` bytes.
    unsafe { page_fetch(bytes.as_mut_ptr()) };
    Some(bytes)
}

pub fn is_kept(name: &str) -> bool {
    page_kept(name.as_ptr(), name.len()) >= 0
}

pub fn keep(name: &str, bytes: &[u8]) {
    page_keep(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len());
}

/// Room for a request.
pub fn alloc(size: usize) -> usize {
    Box::into_raw(vec![0_u8; size].into_boxed_slice()).cast::<u8>() as usize
}

/// Gives back what [`alloc`] or [`call`] gave.
pub fn free(at: usize, size: usize) {
    drop(taken(at, size));
}

fn taken(at: usize, size: usize) -> Box<[u8]> {
    let slice = std::ptr::slice_from_raw_parts_mut(at as *mut u8, size);
    // SAFETY: only the page calls this, with a place and size that `alloc` or `call` gave it, once.
    unsafe { Box::from_raw(slice) }
}

/// Answers a request: where the answer lies in the upper half, its size in the lower.
pub fn call(at: usize, size: usize, answer: impl FnOnce(&str) -> String) -> u64 {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| std::panic::set_hook(Box::new(|panic| tell_panic(&panic.to_string()))));
    let request = taken(at, size);
    let answer = answer(&String::from_utf8_lossy(&request)).into_bytes().into_boxed_slice();
    let size = answer.len() as u64;
    (Box::into_raw(answer).cast::<u8>() as usize as u64) << 32 | size
}

fn tell_panic(text: &str) {
    tell(&format!("{{\"is\":\"broke\",\"text\":{}}}", quoted(text)));
}
