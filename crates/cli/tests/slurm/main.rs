//! Campaigns on a cluster as their users meet them: on a real Slurm of three nodes on this machine, and, for what
//! no Slurm does on demand, with tasks that are started by hand and a queue that says what it is told to say.

#[path = "../../../lab/tests/cluster/mod.rs"]
#[allow(dead_code, reason = "shared with the figures of the lab")]
mod cluster;
mod made_up;
mod real;
mod site;
#[path = "../waiting/mod.rs"]
mod waiting;
