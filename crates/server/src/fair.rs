//! A queue that is fair to people, not to requests: a place that comes free goes to the address with the fewest
//! places, then to the player with the fewest, then to the one who was served longest ago, and only then to
//! who came first. Thirty jobs of one guest keep nobody else waiting for more than the one that runs.
//! A full queue makes room for newcomers at the cost of whoever has most in it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ingenio_store::PlayerId;
use tokio::sync::oneshot;

/// For whom something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    /// Nobody is known yet on a first visit.
    pub player: Option<PlayerId>,
    pub address: IpAddr,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The queue is full, and nobody in it has more than the newcomer.
    Full,
    /// It had to make room for others.
    MadeRoom,
}

#[derive(Clone, Debug)]
pub struct FairQueue(Arc<Mutex<Desk>>);

#[derive(Debug)]
struct Desk {
    at_once: usize,
    longest: usize,
    working: Vec<Asker>,
    /// In the order in which they came.
    waiting: Vec<Ticket>,
    /// When each was last given a place, as a number that grows.
    served: HashMap<Whom, u64>,
    turn: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whom {
    Address(IpAddr),
    Player(Option<PlayerId>),
}

#[derive(Debug)]
struct Ticket {
    number: u64,
    asker: Asker,
    call: oneshot::Sender<Place>,
}

/// A place, as long as it lives.
#[derive(Debug)]
pub struct Place {
    queue: FairQueue,
    asker: Asker,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut desk = self.queue.desk();
        if let Some(at) = desk.working.iter().position(|asker| *asker == self.asker) {
            desk.working.swap_remove(at);
        }
        let calls = desk.hand_out();
        drop(desk);
        self.queue.call(calls);
    }
}

/// One who waits; who goes away leaves the queue.
#[derive(Debug)]
pub struct Waiting {
    queue: FairQueue,
    number: u64,
    called: oneshot::Receiver<Place>,
}

impl Waiting {
    pub async fn place(mut self) -> Result<Place, NoPlace> {
        (&mut self.called).await.map_err(|_| NoPlace::MadeRoom)
    }

    /// The name of this one in [`FairQueue::order`].
    pub const fn number(&self) -> u64 {
        self.number
    }

    #[cfg(test)]
    fn is_called(&mut self) -> bool {
        self.called.try_recv().is_ok()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        // A place that was given and not taken goes back by itself.
        self.queue.desk().waiting.retain(|ticket| ticket.number != self.number);
    }
}

impl FairQueue {
    /// So many places, and so many who may wait.
    pub fn new(at_once: usize, longest: usize) -> Self {
        let desk = Desk {
            at_once: at_once.max(1),
            longest,
            working: Vec::new(),
            waiting: Vec::new(),
            served: HashMap::new(),
            turn: 0,
        };
        FairQueue(Arc::new(Mutex::new(desk)))
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues up.
    pub fn enter(&self, asker: Asker) -> Result<Waiting, NoPlace> {
        let mut desk = self.desk();
        let dropped = if desk.waiting.len() >= desk.longest { Some(desk.make_room(asker)?) } else { None };
        let (call, called) = oneshot::channel();
        desk.turn += 1;
        let number = desk.turn;
        desk.waiting.push(Ticket { number, asker, call });
        let calls = desk.hand_out();
        drop(desk);
        drop(dropped);
        self.call(calls);
        Ok(Waiting { queue: self.clone(), number, called })
    }

    /// Tells those who got a place. Who has gone meanwhile gives it back, outside of the lock.
    fn call(&self, calls: Vec<Ticket>) {
        for ticket in calls {
            let place = Place { queue: self.clone(), asker: ticket.asker };
            drop(ticket.call.send(place));
        }
    }

    /// Those who wait, by their numbers, in the order of their turns as things stand.
    pub fn order(&self) -> Vec<u64> {
        let desk = self.desk();
        let mut waiting: Vec<&Ticket> = desk.waiting.iter().collect();
        waiting.sort_by_key(|ticket| (desk.rank(ticket.asker), ticket.number));
        waiting.iter().map(|ticket| ticket.number).collect()
    }

    /// Places that are free.
    #[cfg(test)]
    pub fn free(&self) -> usize {
        let desk = self.desk();
        desk.at_once - desk.working.len()
    }
}

impl Desk {
    fn hand_out(&mut self) -> Vec<Ticket> {
        let mut calls = Vec::new();
        while self.working.len() < self.at_once {
            let Some(at) = self.next() else { break };
            let ticket = self.waiting.remove(at);
            self.turn += 1;
            let turn = self.turn;
            for whom in [Whom::Address(ticket.asker.address), Whom::Player(ticket.asker.player)] {
                self.served.insert(whom, turn);
            }
            self.working.push(ticket.asker);
            calls.push(ticket);
        }
        if self.waiting.is_empty() && self.served.len() > 10_000 {
            // Nobody waits: who was served when makes no difference any more.
            self.served.clear();
        }
        calls
    }

    fn next(&self) -> Option<usize> {
        let tickets = self.waiting.iter().enumerate();
        tickets.min_by_key(|(_, ticket)| (self.rank(ticket.asker), ticket.number)).map(|(at, _)| at)
    }

    /// Whoever has least comes first.
    fn rank(&self, asker: Asker) -> (usize, usize, u64, u64) {
        let working = |same: &dyn Fn(&Asker) -> bool| self.working.iter().filter(|one| same(one)).count();
        let served = |whom| self.served.get(&whom).copied().unwrap_or(0);
        (
            working(&|one| one.address == asker.address),
            working(&|one| one.player == asker.player),
            served(Whom::Address(asker.address)),
            served(Whom::Player(asker.player)),
        )
    }

    /// Takes out the newest of the address that has most in the queue, if that is more than the newcomer's.
    fn make_room(&mut self, newcomer: Asker) -> Result<Ticket, NoPlace> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for ticket in &self.waiting {
            *counts.entry(ticket.asker.address).or_default() += 1;
        }
        let own = counts.get(&newcomer.address).copied().unwrap_or(0);
        let largest = counts.into_iter().max_by_key(|(address, count)| (*count, *address));
        let (address, _) = largest.filter(|(_, count)| *count > own + 1).ok_or(NoPlace::Full)?;
        let newest = self.waiting.iter().rposition(|ticket| ticket.asker.address == address);
        newest.map(|at| self.waiting.remove(at)).ok_or(NoPlace::Full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(player: i64, address: u8) -> Asker {
        Asker { player: Some(PlayerId(player)), address: IpAddr::from([10, 0, 0, address]) }
    }

    #[tokio::test]
    async fn whoever_has_least_is_next() {
        let queue = FairQueue::new(1, 99);
        let first = queue.enter(asker(1, 1)).unwrap().place().await.unwrap();
        let mut greedy: Vec<Waiting> = (1..31).map(|at| queue.enter(asker(at, 1)).unwrap()).collect();
        let mut newcomer = queue.enter(asker(77, 2)).unwrap();
        assert!(!newcomer.is_called());
        drop(first);
        let place = newcomer.place().await.expect("the first place is for the other address");
        let mut neighbour = queue.enter(asker(99, 1)).unwrap();
        drop(place);
        let _next = greedy.remove(1).place().await.expect("player 1 has had a turn, player 2 has not");
        assert!(!neighbour.is_called() && !greedy.iter_mut().any(Waiting::is_called));
    }

    #[tokio::test]
    async fn among_neighbours_it_goes_by_player() {
        let queue = FairQueue::new(1, 99);
        let held = queue.enter(asker(1, 1)).unwrap().place().await.unwrap();
        let mut again = queue.enter(asker(1, 1)).unwrap();
        let mut other = queue.enter(asker(2, 1)).unwrap();
        drop(held);
        assert!(!again.is_called() && other.is_called(), "who was served last waits for the others");
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_newcomers() {
        let queue = FairQueue::new(1, 4);
        let held = queue.enter(asker(1, 1)).unwrap().place().await.unwrap();
        let crowd: Vec<Waiting> = (0..4).map(|at| queue.enter(asker(at, 1)).unwrap()).collect();
        assert_eq!(queue.enter(asker(9, 1)).unwrap_err(), NoPlace::Full);
        let newcomer = queue.enter(asker(5, 2)).unwrap();
        let last = crowd.into_iter().next_back().unwrap();
        assert_eq!(last.place().await.unwrap_err(), NoPlace::MadeRoom);
        drop(held);
        drop(newcomer.place().await.unwrap());
        assert_eq!(queue.free(), 1, "those who have gone are forgotten");
    }
}
