//! Levels that people publish.

use ingenio_core::LevelRef;
use ingenio_store::{MOST_UNUSED, MadeLevel, Publication, Trouble};

use crate::place::{Place, level, room};

fn hall(number: usize) -> LevelRef {
    level("sokoban", &format!("#####{0}\n#@$.{1}#\n#####{0}\n", "#".repeat(number), " ".repeat(number)))
}

fn wish(level: LevelRef, title: &str, listed: bool) -> Publication {
    Publication { level, title: title.to_owned(), credit: "Ada L.".to_owned(), listed, solved: true }
}

fn titles(made: &[MadeLevel]) -> Vec<&str> {
    made.iter().map(|made| made.title.as_str()).collect()
}

pub async fn versions_follow_each_other_and_old_ones_stay(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let key = store.publish(ada, wish(hall(1), "First", true)).await.unwrap();
    assert_eq!(store.publish_again(ada, key, wish(hall(2), "Second", true)).await, Ok(2));
    let versions = store.made_versions(key).await.unwrap();
    assert_eq!(titles(&versions), ["Second", "First"]);
    assert_eq!((versions[1].version, versions[1].level), (1, hall(1).id()));
    assert_eq!((versions[0].credit.as_str(), versions[0].solved), ("Ada L.", true));
    assert_eq!(titles(&store.made_listed("", 0, 9).await.unwrap()), ["Second"], "the newest alone is listed");
    // A level of another puzzle is no version of it.
    let other = wish(level("taquin", "1 2/_ 3"), "Other", true);
    assert_eq!(store.publish_again(ada, key, other).await, Err(Trouble::Unknown));
    assert_eq!(store.made_versions(key).await.unwrap().len(), 2);
}

pub async fn only_the_owner_changes_and_listed_ones_are_found(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let bob = store.register("Bob", "hash").await.unwrap();
    let shown = store.publish(ada, wish(hall(1), "Shown", true)).await.unwrap();
    let hidden = store.publish(ada, wish(hall(2), "Hidden", false)).await.unwrap();
    assert_eq!(titles(&store.made_listed("sokoban", 0, 9).await.unwrap()), ["Shown"]);
    assert_eq!(store.made_listed("flow", 0, 9).await.unwrap(), []);
    assert_eq!(store.made_listed("", 1, 9).await.unwrap(), []);
    assert_eq!(store.made_by(ada).await.unwrap().len(), 2);
    assert_eq!(store.publish_again(bob, shown, wish(hall(3), "Mine", true)).await, Err(Trouble::Unknown));
    assert_eq!(store.list_made(bob, hidden, true).await, Err(Trouble::Unknown));
    assert_eq!(store.remove_made(bob, hidden).await, Err(Trouble::Unknown));
    store.list_made(ada, shown, false).await.unwrap();
    assert_eq!(store.made_listed("", 0, 9).await.unwrap(), []);
    store.remove_made(ada, shown).await.unwrap();
    assert_eq!(store.made_versions(shown).await.unwrap(), []);
    store.take_down(&hidden.to_string()).await.unwrap();
    assert_eq!(store.take_down(&hidden.to_string()).await, Err(Trouble::Unknown));
    assert_eq!(store.all_made().await.unwrap(), []);
}

pub async fn what_is_published_is_kept_travels_and_goes_with_its_owner(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let key = store.publish(ada, wish(hall(1), "Kept", true)).await.unwrap();
    store.publish_again(ada, key, wish(hall(2), "Kept too", true)).await.unwrap();
    for number in 0..MOST_UNUSED as usize + 5 {
        store.open_level(&hall(number + 10), Some(ada)).await.unwrap();
    }
    store.open_level(&room(), Some(ada)).await.unwrap();
    store.sweep().await.unwrap();
    assert!(store.level(hall(1).id()).await.unwrap().is_some(), "an old version is played, too");
    let lines = store.export_player(ada).await.unwrap();
    let line = lines.iter().find(|line| line.contains("Kept too")).expect("one's own data hold it").clone();
    store.remove_level(&hall(2).id().to_string()).await.unwrap();
    assert_eq!(titles(&store.made_versions(key).await.unwrap()), ["Kept"]);
    store.delete_account(ada).await.unwrap();
    assert_eq!(store.made_versions(key).await.unwrap(), []);
    store.import(&lines.join("\n")).await.unwrap();
    assert_eq!(titles(&store.made_versions(key).await.unwrap()), ["Kept too", "Kept"], "{line}");
}
