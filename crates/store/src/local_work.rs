//! Handing out work and collecting what came of it, for one person at a terminal: the same calls, but they block.

use ingenio_core::Message;

use crate::local::LocalStore;
use crate::work::{HandedOut, NewWork, SharesStanding, WorkTerms, WorkersSeen};

impl LocalStore {
    /// Can others work for it?
    pub fn has_queues(&self) -> bool {
        self.store().has_queues()
    }

    pub fn hand_out(&self, work: NewWork) -> Result<(), Message> {
        self.wait(self.store().hand_out(work))
    }

    /// Results that nobody has collected, some at a time: runs and their lines.
    pub fn new_results(&self, campaign: &str, most: u32) -> Result<Vec<(String, String)>, Message> {
        self.wait(self.store().new_results(campaign, most))
    }

    pub fn collected(&self, campaign: &str, runs: &[&str]) -> Result<(), Message> {
        self.wait(self.store().collected(campaign, runs))
    }

    pub fn shares_standing(&self, campaign: &str) -> Result<Option<SharesStanding>, Message> {
        self.wait(self.store().shares_standing(campaign))
    }

    /// All campaigns in the queue, those that have been there longest first.
    pub fn handed_out(&self) -> Result<Vec<HandedOut>, Message> {
        self.wait(self.store().handed_out())
    }

    pub fn work_terms(&self, campaign: &str) -> Result<Option<WorkTerms>, Message> {
        self.wait(self.store().work_terms(campaign))
    }

    pub fn campaign_workers(&self, version: &str, programs: bool) -> Result<WorkersSeen, Message> {
        self.wait(self.store().campaign_workers(version, programs))
    }

    pub fn call_back(&self, campaign: &str) -> Result<u64, Message> {
        self.wait(self.store().call_back(campaign))
    }

    pub fn take_off(&self, campaign: &str) -> Result<bool, Message> {
        self.wait(self.store().take_off(campaign))
    }
}
