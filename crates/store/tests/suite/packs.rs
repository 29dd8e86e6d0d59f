//! Packs of one's own.

use ingenio_core::LevelRef;
use ingenio_store::{Arrangement, MOST_UNUSED, Store, Trouble};

use crate::place::{Place, level, room};

/// Rooms that differ.
fn rooms(count: usize) -> Vec<(LevelRef, String)> {
    let room = |number: usize| {
        level("sokoban", &format!("#####{0}\n#@$.{1}#\n#####{0}\n", "#".repeat(number), " ".repeat(number)))
    };
    (1..=count).map(|number| (room(number), format!("Room {number}"))).collect()
}

async fn titles(store: &Store, key: ingenio_store::PackKey) -> Vec<String> {
    let (_, levels) = store.own_pack(key).await.unwrap().unwrap();
    levels.into_iter().map(|level| level.title).collect()
}

pub async fn an_owner_arranges_a_pack_and_others_do_not(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let bob = store.register("Bob", "hash").await.unwrap();
    let key = store.make_pack(ada, "Rooms", None, rooms(3)).await.unwrap();
    let (pack, levels) = store.own_pack(key).await.unwrap().unwrap();
    assert_eq!(
        (pack.owner, pack.title.as_str(), pack.puzzle.as_str(), pack.levels),
        (ada, "Rooms", "sokoban", 3)
    );
    assert!(store.level(levels[2].id).await.unwrap().is_some(), "its levels are there to be played");
    // A place that is named twice, and one that there is not, are nobody's.
    let wish =
        Arrangement { title: "Halls".to_owned(), grade: Some("expert".to_owned()), order: vec![2, 2, 0, 9] };
    assert_eq!(store.arrange_pack(bob, key, wish.clone()).await, Err(Trouble::Unknown));
    assert_eq!(titles(&store, key).await, ["Room 1", "Room 2", "Room 3"]);
    store.arrange_pack(ada, key, wish).await.unwrap();
    assert_eq!(titles(&store, key).await, ["Room 3", "Room 1"]);
    let mine = store.own_packs(ada).await.unwrap();
    assert_eq!((mine.len(), mine[0].title.as_str(), mine[0].grade.as_deref()), (1, "Halls", Some("expert")));
    assert_eq!(store.own_packs(bob).await.unwrap(), []);
    assert_eq!(store.remove_pack(bob, key).await, Err(Trouble::Unknown));
    store.remove_pack(ada, key).await.unwrap();
    assert_eq!(store.own_pack(key).await.unwrap(), None);
    assert_eq!(store.make_pack(ada, "Nothing", None, Vec::new()).await, Err(Trouble::Unknown));
}

pub async fn levels_of_a_pack_are_not_swept(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let many = MOST_UNUSED as usize + 20;
    let key = store.make_pack(ada, "Rooms", None, rooms(many)).await.unwrap();
    store.open_level(&room(), Some(ada)).await.unwrap();
    store.sweep().await.unwrap();
    let (_, levels) = store.own_pack(key).await.unwrap().unwrap();
    for level in &levels {
        assert!(store.level(level.id).await.unwrap().is_some());
    }
    assert_eq!(levels.len(), many);
    store.remove_level(&levels[0].id.to_string()).await.unwrap();
    assert_eq!(titles(&store, key).await.len(), many - 1, "the owner of the house may");
}

pub async fn a_guest_takes_packs_along(place: Place) {
    let store = place.open().await;
    let guest = store.new_guest().await.unwrap();
    let key = store.make_pack(guest.id, "Rooms", None, rooms(2)).await.unwrap();
    let ada = store.register("Ada", "hash").await.unwrap();
    store.take_over(guest.id, ada).await.unwrap();
    assert_eq!(store.own_packs(ada).await.unwrap().len(), 1);
    store.delete_account(ada).await.unwrap();
    assert_eq!(store.own_pack(key).await.unwrap(), None, "it goes with its owner");
}
