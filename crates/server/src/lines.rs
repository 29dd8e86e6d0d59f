//! How many live lines there may be at once: of one play, of one player, of one network. A line is also a
//! connection, and holds the place of one as long as it lasts.

use std::net::IpAddr;

use ingenio_store::{PlayKey, PlayerId};

use crate::problem::{Problem, Reply};
use crate::seats::{Seat, Seats};
use crate::words;

/// Tabs of one play.
pub const MOST_OF_PLAY: usize = 8;
/// Lines of one player.
const MOST_OF_PLAYER: usize = 32;
/// A network may have so many lines for every connection: they are for players, each with limits of their own.
const LINES_PER_CONNECTION: usize = 5;

#[derive(Debug)]
pub struct Lines {
    plays: Seats<PlayKey>,
    players: Seats<PlayerId>,
    networks: Seats<IpAddr>,
    most_of_network: usize,
}

/// What a line of a play takes: a place at the play, one of its player's and one of its network's.
pub type LineSeat = (Seat<PlayKey>, Seat<PlayerId>, Seat<IpAddr>);

/// The seats of the line of a race.
pub type RaceSeat = (Option<Seat<PlayerId>>, Seat<IpAddr>);

impl Lines {
    pub fn new(connections: usize) -> Self {
        Lines {
            plays: Seats::default(),
            players: Seats::default(),
            networks: Seats::default(),
            most_of_network: connections.saturating_mul(LINES_PER_CONNECTION),
        }
    }

    /// The line of a race. Who is not known yet watches at the cost of the network alone.
    pub fn take_for_race(&self, player: Option<PlayerId>, network: IpAddr) -> Reply<RaceSeat> {
        let full = |most: usize| Problem::too_many(words::TOO_MANY_TABS.with("most", most));
        let of_player = match player {
            Some(player) => {
                Some(self.players.take(player, MOST_OF_PLAYER).ok_or_else(|| full(MOST_OF_PLAYER))?)
            }
            None => None,
        };
        let of_network = self.networks.take(network, self.most_of_network);
        Ok((of_player, of_network.ok_or_else(|| full(self.most_of_network))?))
    }

    pub fn take(&self, play: PlayKey, player: PlayerId, network: IpAddr) -> Reply<LineSeat> {
        let full = |most: usize| Problem::too_many(words::TOO_MANY_TABS.with("most", most));
        let of_play = self.plays.take(play, MOST_OF_PLAY).ok_or_else(|| full(MOST_OF_PLAY))?;
        let of_player = self.players.take(player, MOST_OF_PLAYER).ok_or_else(|| full(MOST_OF_PLAYER))?;
        let of_network = self.networks.take(network, self.most_of_network);
        Ok((of_play, of_player, of_network.ok_or_else(|| full(self.most_of_network))?))
    }
}
