//! A runner for campaigns of programs alone: there is no `ingenio` beside it.

use ingenio_core::Cancel;
use ingenio_lab::{Notice, Plan, Runner};

pub fn test_runner<'a>(plan: &'a Plan, cancel: &Cancel, jobs: usize) -> Runner<'a> {
    Runner {
        plan,
        ourselves: "false".into(),
        jobs,
        cores: Vec::new(),
        sandbox: None,
        cancel: cancel.clone(),
        notice: Notice::default(),
        version: "1".into(),
        commit: "c".into(),
        machine: "m".into(),
    }
}
