//! The queues of work for other machines, which `PostgreSQL` alone has.

use std::time::Duration;

use ingenio_store::{
    JobOrder, JobPulse, NewJob, NewWork, NoRoom, PlayerId, Store, TakenShare, WorkLevel, WorkerRow,
};

use crate::place::run;
use crate::postgres_server::{is_left_out, new_database};

const LEASE: Duration = Duration::from_mins(1);
const VERSION: &str = "1 (one)";

fn on_queues<F: Future<Output = ()>>(test: impl FnOnce(Store) -> F) {
    if is_left_out() {
        return;
    }
    run(async {
        let store = Store::open(&new_database()).await.unwrap();
        test(store.clone()).await;
        store.close().await;
    });
}

fn level(name: &str) -> WorkLevel {
    WorkLevel { id: name.into(), puzzle: "taquin".into(), text: format!("text of {name}") }
}

fn work(name: &str, shares: &[&str]) -> NewWork {
    NewWork {
        name: name.into(),
        version: VERSION.into(),
        campaign: "title = 't'".into(),
        programs: String::new(),
        levels: vec![level("a"), level("b")],
        shares: shares.iter().map(|share| (*share).to_owned()).collect(),
        runs: shares.len(),
    }
}

fn worker(id: &str) -> WorkerRow {
    WorkerRow {
        id: id.into(),
        version: VERSION.into(),
        machine: "m".into(),
        hands: 1,
        programs: false,
        jobs: true,
        campaigns: true,
    }
}

async fn take(store: &Store, id: &str) -> Option<TakenShare> {
    store.take_share(id, VERSION, false, &[], LEASE).await.unwrap()
}

#[test]
fn a_share_is_taken_once_and_every_run_has_one_result() {
    on_queues(async |store| {
        store.hand_out(work("c", &["one", "two"])).await.unwrap();
        assert_eq!(
            store.take_share("w", "2 (two)", false, &[], LEASE).await.unwrap(),
            None,
            "another version"
        );
        assert_eq!(store.take_share("w", VERSION, false, &["c".into()], LEASE).await.unwrap(), None);
        let (first, second) = (take(&store, "w").await.unwrap(), take(&store, "v").await.unwrap());
        assert_eq!((first.body.as_str(), second.body.as_str()), ("one", "two"));
        assert_eq!(take(&store, "u").await, None, "both are taken");
        let levels = store.work_levels(&["b".into(), "nothing".into()]).await.unwrap();
        assert_eq!(levels, [level("b")]);
        assert!(store.hand_in("w", &first, "r1", "line").await.unwrap());
        assert!(store.hand_in("w", &first, "r1", "again").await.unwrap(), "no trouble, but the first stays");
        assert!(!store.hand_in("w", &second, "r2", "line").await.unwrap(), "it is another's");
        assert_eq!(store.work_done("c", &["r1", "r2"]).await.unwrap(), ["r1"]);
        store.let_go("w", &first, true).await.unwrap();
        assert!(!store.hand_in("w", &first, "r3", "line").await.unwrap(), "it is done");
        store.let_go("v", &second, false).await.unwrap();
        let standing = store.shares_standing("c").await.unwrap().unwrap();
        assert_eq!((standing.runs, standing.results, standing.working, standing.waiting), (2, 1, 0, 1));
        assert_eq!(store.new_results("c", 10).await.unwrap(), [("r1".to_owned(), "line".to_owned())]);
        store.collected("c", &["r1"]).await.unwrap();
        assert_eq!(store.new_results("c", 10).await.unwrap(), []);
        assert!(store.take_off("c").await.unwrap());
        assert_eq!((take(&store, "u").await, store.shares_standing("c").await.unwrap()), (None, None));
        store.sweep_queues().await.unwrap();
        assert_eq!(store.work_levels(&["a".into(), "b".into()]).await.unwrap(), [], "nobody needs them");
    });
}

#[test]
fn what_a_dead_worker_held_is_free_when_its_lease_is_over() {
    on_queues(async |store| {
        store.hand_out(work("c", &["one"])).await.unwrap();
        let soon = Duration::from_millis(300);
        let held = store.take_share("dead", VERSION, false, &[], soon).await.unwrap().unwrap();
        assert_eq!(take(&store, "heir").await, None);
        // A beat holds on to it.
        let own = [("c".to_owned(), held.number)];
        store.worker_beats(&worker("dead"), &own, soon).await.unwrap();
        tokio::time::sleep(Duration::from_millis(400)).await;
        let again = take(&store, "heir").await.expect("it is free");
        assert_eq!(again, held);
        assert!(!store.hand_in("dead", &held, "r1", "line").await.unwrap(), "one who was only thought dead");
        assert!(store.hand_in("heir", &again, "r1", "line").await.unwrap());
        // Who leaves hands back at once.
        store.worker_beats(&worker("heir"), &own, LEASE).await.unwrap();
        assert_eq!(store.campaign_workers(VERSION, false).await.unwrap().fitting, 2);
        assert_eq!(store.campaign_workers(VERSION, true).await.unwrap().fitting, 0, "none runs programs");
        assert_eq!(store.campaign_workers("2 (two)", false).await.unwrap().all, 2);
        store.worker_leaves("heir").await.unwrap();
        assert!(take(&store, "third").await.is_some());
        assert_eq!(store.campaign_workers(VERSION, false).await.unwrap().fitting, 1);
    });
}

/// The answer to who took it was lost on the way: no hand has it, though the worker lives and beats.
#[test]
fn a_share_that_is_in_no_hand_is_free_when_its_lease_is_over() {
    on_queues(async |store| {
        store.hand_out(work("c", &["one", "two"])).await.unwrap();
        let soon = Duration::from_millis(300);
        let lost = store.take_share("w", VERSION, false, &[], soon).await.unwrap().unwrap();
        let held = take(&store, "w").await.unwrap();
        for _ in 0..4 {
            store.worker_beats(&worker("w"), &[("c".to_owned(), held.number)], LEASE).await.unwrap();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(take(&store, "heir").await, Some(lost), "what no hand has is free");
        assert_eq!(take(&store, "heir").await, None, "what a hand has is not");
    });
}

#[test]
fn many_hands_take_everything_once() {
    on_queues(async |store| {
        let bodies: Vec<String> = (0..300).map(|number| format!("share {number}")).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        store.hand_out(work("c", &bodies)).await.unwrap();
        store.hand_out(work("d", &bodies[..20])).await.unwrap();
        let hands = (0..8).map(|hand| {
            let store = store.clone();
            tokio::spawn(async move {
                let (id, mut taken) = (format!("w{hand}"), Vec::new());
                while let Some(share) = take(&store, &id).await {
                    assert!(store.hand_in(&id, &share, &share.number.to_string(), "line").await.unwrap());
                    store.let_go(&id, &share, true).await.unwrap();
                    taken.push((share.campaign, share.number));
                }
                taken
            })
        });
        let mut all = Vec::new();
        for hand in hands.collect::<Vec<_>>() {
            all.extend(hand.await.unwrap());
        }
        let taken = all.len();
        all.sort();
        all.dedup();
        assert_eq!((taken, all.len()), (320, 320));
    });
}

async fn players(store: &Store) -> [PlayerId; 3] {
    [
        store.player("ann").await.unwrap(),
        store.player("bob").await.unwrap(),
        store.player("eve").await.unwrap(),
    ]
}

async fn queue(store: &Store, id: &str, owner: PlayerId, network: &str) -> Result<(), NoRoom> {
    let order = JobOrder {
        owner,
        level: level("a"),
        from_start: true,
        method: "auto".into(),
        optimal: false,
        time: Duration::from_secs(9),
        memory: 1 << 20,
    };
    let (version, network) = (VERSION.to_owned(), network.to_owned());
    let job = NewJob { id: id.into(), version, network, order, most_of_one: 3, most: 5 };
    store.queue_job(job).await.unwrap()
}

#[test]
fn jobs_are_taken_fairly_and_told_of() {
    on_queues(async |store| {
        let [ann, bob, eve] = players(&store).await;
        for (id, owner, network) in
            [("a1", ann, "1"), ("a2", ann, "1"), ("a3", ann, "1"), ("b1", bob, "1"), ("e1", eve, "2")]
        {
            assert_eq!(queue(&store, id, owner, network).await, Ok(()));
        }
        assert_eq!(queue(&store, "a4", ann, "1").await, Err(NoRoom::OfOne));
        assert_eq!(queue(&store, "e2", eve, "2").await, Err(NoRoom::OfAll));
        let line = store.waiting_jobs().await.unwrap();
        let line: Vec<&str> = line.iter().map(|job| job.id.as_str()).collect();
        assert_eq!(line, ["a1", "e1", "a2", "a3", "b1"]);
        let mut order = Vec::new();
        for _ in 0..3 {
            order.push(store.take_job("w", VERSION, LEASE).await.unwrap().unwrap().id);
        }
        assert_eq!(order[..2], ["a1", "e1"], "each network has its turn");
        assert!(store.take_job("w", "2 (two)", LEASE).await.unwrap().is_none());
        let pulse = |id: &str| JobPulse { id: id.into(), progress: Some("{}".into()) };
        store.cancel_job("a1").await.unwrap();
        let news = store.jobs_beat("w", &[pulse("a1"), pulse("e1"), pulse("b1")], LEASE).await.unwrap();
        let mut news: Vec<(&str, bool)> = news.iter().map(|job| (job.id.as_str(), job.cancelled)).collect();
        news.sort_unstable();
        assert_eq!(news, [("a1", true), ("e1", false)], "and what it does not have it is not told of");
        assert!(!store.end_job("v", "e1", "x").await.unwrap());
        assert!(store.end_job("w", "e1", "answer").await.unwrap());
        assert!(!store.end_job("w", "e1", "twice").await.unwrap());
        let seen = store.watch_jobs(&["e1"], &["e1", "b1"]).await.unwrap();
        let ended = seen.iter().find(|job| job.id == "e1").unwrap();
        assert_eq!((ended.ended, ended.answer.as_deref(), ended.owner), (true, Some("answer"), eve));
        assert!(!seen.iter().find(|job| job.id == "b1").unwrap().taken);
        // One that waits ends when it is cancelled.
        store.cancel_job("b1").await.unwrap();
        let seen = store.watch_jobs(&[], &["b1"]).await.unwrap();
        assert!(seen[0].ended && seen[0].cancelled);
        // What a worker held that goes is taken by the next.
        store.worker_leaves("w").await.unwrap();
        assert!(store.take_job("v", VERSION, LEASE).await.unwrap().is_some());
    });
}

#[test]
fn who_waits_for_work_is_told() {
    on_queues(async |store| {
        let [ann, ..] = players(&store).await;
        let (mut work_news, mut job_news) =
            (store.hear_of_work().await.unwrap(), store.hear_of_jobs().await.unwrap());
        store.hand_out(work("c", &["one"])).await.unwrap();
        assert!(work_news.hear(LEASE).await.is_some());
        queue(&store, "a1", ann, "1").await.unwrap();
        assert!(work_news.hear(LEASE).await.is_some());
        store.take_job("w", VERSION, LEASE).await.unwrap().unwrap();
        assert_eq!(job_news.hear(LEASE).await.as_deref(), Some("a1"));
        assert_eq!(job_news.hear(Duration::from_millis(50)).await, None);
    });
}

#[test]
fn a_file_has_no_queues() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("one.sqlite")).await.unwrap();
        assert!(!store.has_queues());
        assert!(store.hand_out(work("c", &["one"])).await.is_err());
        assert!(store.hear_of_work().await.is_err());
        assert!(store.sweep_queues().await.is_ok(), "there is nothing to sweep");
    });
}
