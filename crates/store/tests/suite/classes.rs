//! Classes: who gets in, what a teacher sees, what is deleted and when.

use ingenio_core::LevelRef;
use ingenio_play::Mode;
use ingenio_store::{
    ClassKey, ClassWish, Given, HomePlay, Joined, MOST_CLASS_LEVELS, PlayKey, PlayerId, Store, Task, Trouble,
    now,
};

use crate::place::{Place, level, room};
use crate::plays::event;

const DAY: i64 = 86_400_000;

fn other_room() -> LevelRef {
    level("sokoban", "######\n#@ $.#\n######\n")
}

fn levels(levels: &[LevelRef]) -> Given {
    let levels = levels.iter().map(|level| (level.clone(), "a room".to_owned())).collect();
    Given { task: Task::Levels, title: "Rooms".to_owned(), due: Some(now() + DAY), levels }
}

/// A class of a teacher's, with a guest in it.
async fn open(store: &Store, code: &str) -> (PlayerId, ClassKey, PlayerId) {
    let teacher = store.register(&format!("Teacher {code}"), "hash").await.unwrap();
    let key = store.open_class(teacher, "3b", code, now() + 30 * DAY).await.unwrap();
    let guest = store.new_guest().await.unwrap().id;
    let joined = store.join_class(key, guest, "Mia", Some("mia's hash".to_owned())).await.unwrap();
    assert_eq!(joined, Joined::New(1));
    (teacher, key, guest)
}

/// A play of the room, won in the fewest moves or only begun.
async fn play(store: &Store, player: PlayerId, level: &LevelRef, solution: Option<&str>) -> PlayKey {
    let (play, key) = store.begin(player, level, Mode::Relax).await.unwrap();
    store.append(play, 0, &[event(1)], None, false).await.unwrap();
    if let Some(solution) = solution {
        store.won(player, Some(play), level, level.verify(solution).unwrap().into()).await.unwrap();
    }
    key
}

pub async fn pupils_join_by_code_under_a_name_that_nobody_else_has(place: Place) {
    let store = place.open().await;
    let (_, key, guest) = open(&store, "AAAA1111").await;
    let found = store.class_of_code("AAAA1111").await.unwrap().unwrap();
    assert_eq!((found.key, found.pupils, found.is_open), (key, 1, true));
    assert_eq!(store.class_of_code("AAAA1112").await.unwrap(), None);
    let second = store.new_guest().await.unwrap().id;
    // A Cyrillic letter looks the same.
    for taken in ["Mia", "mia", "Міа"] {
        assert_eq!(store.join_class(key, second, taken, None).await, Err(Trouble::NameTaken), "{taken}");
    }
    assert!(matches!(store.join_class(key, second, "\u{202e}x", None).await, Err(Trouble::BadName(_))));
    assert!(matches!(store.join_class(key, second, "Noah", None).await, Ok(Joined::New(_))));
    assert_eq!(
        store.join_class(key, guest, "Other", None).await,
        Ok(Joined::Before(1)),
        "once a pupil, a pupil"
    );
    let names: Vec<String> = store.pupils(key).await.unwrap().into_iter().map(|pupil| pupil.name).collect();
    assert_eq!(names, ["Mia", "Noah"]);
    assert_eq!(store.classes_joined(guest).await.unwrap().len(), 1);
    // A number is not given twice.
    let last = store.pupil(key, second).await.unwrap().unwrap().number;
    store.leave_class(key, last).await.unwrap();
    let third = store.new_guest().await.unwrap().id;
    assert!(
        matches!(store.join_class(key, third, "Noah", None).await, Ok(Joined::New(number)) if number > last)
    );
}

async fn home_plays(store: &Store, key: ClassKey, pupil: i64) -> Vec<HomePlay> {
    let mut plays = Vec::new();
    store.home_plays(key, pupil, |play| plays.push(play)).await.unwrap();
    plays
}

pub async fn a_class_has_an_end_of_levels(place: Place) {
    let store = place.open().await;
    let (_, key, _) = open(&store, "EEEE2222").await;
    let many =
        Given { levels: vec![(room(), "One".to_owned()); MOST_CLASS_LEVELS as usize - 1], ..levels(&[]) };
    store.give_homework(key, many).await.unwrap();
    let more = store.give_homework(key, levels(&[room(), other_room()])).await;
    assert!(matches!(more, Err(Trouble::Refused(_))), "{more:?}");
    store.give_homework(key, levels(&[room()])).await.unwrap();
    assert!(store.give_homework(key, levels(&[room()])).await.is_err());
    store.give_homework(key, levels(&[])).await.unwrap();
}

pub async fn a_teacher_sees_homework_since_joining_and_nothing_else(place: Place) {
    let store = place.open().await;
    let (_, key, mia) = open(&store, "BBBB1111").await;
    let (_, other_class, noah) = open(&store, "BBBB2222").await;
    let (room, elsewhere) = (room(), other_room());
    let before = store.new_guest().await.unwrap().id;
    play(&store, before, &room, Some("dRR")).await;
    std::thread::sleep(std::time::Duration::from_millis(5));
    store.join_class(key, before, "Early", None).await.unwrap();
    let given = store.give_homework(key, levels(std::slice::from_ref(&room))).await.unwrap();
    let done = play(&store, mia, &room, Some("dRR")).await;
    play(&store, mia, &elsewhere, Some("rR")).await;
    play(&store, noah, &room, Some("dRR")).await;
    let seen = home_plays(&store, key, 0).await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!((seen[0].pupil, seen[0].homework, seen[0].key), (1, given, done));
    assert_eq!((seen[0].solved.is_some(), seen[0].helped, seen[0].value), (true, false, Some(2)));
    assert_eq!(home_plays(&store, other_class, 0).await, []);
    let unfinished = play(&store, mia, &room, None).await;
    let seen = home_plays(&store, key, 1).await;
    assert_eq!(
        seen.iter().map(|play| (play.key, play.solved.is_some())).collect::<Vec<_>>(),
        [(done, true), (unfinished, false)]
    );
    store.take_homework_back(key, given).await.unwrap();
    assert_eq!(home_plays(&store, key, 0).await, []);
    assert!(store.play_by_key(done).await.unwrap().is_some(), "the play stays the pupil's");
}

pub async fn answers_are_kept_where_the_lesson_is_homework(place: Place) {
    let store = place.open().await;
    let (_, key, mia) = open(&store, "CCCC1111").await;
    store.answered(mia, "taquin", 1).await.unwrap();
    let lesson = Given {
        task: Task::Lesson("taquin".to_owned()),
        title: "Taquin".to_owned(),
        due: None,
        levels: Vec::new(),
    };
    let given = store.give_homework(key, lesson).await.unwrap();
    store.answered(mia, "sokoban", 1).await.unwrap();
    store.answered(mia, "taquin", 2).await.unwrap();
    store.answered(mia, "taquin", 2).await.unwrap();
    let answers = store.home_answers(key, 0).await.unwrap();
    assert_eq!(
        answers.iter().map(|one| (one.pupil, one.homework, one.exercise)).collect::<Vec<_>>(),
        [(1, given, 2)]
    );
    store.leave_class(key, 1).await.unwrap();
    assert_eq!(store.home_answers(key, 0).await.unwrap(), []);
}

pub async fn a_code_of_the_teachers_brings_back_homework_only(place: Place) {
    let store = place.open().await;
    let (_, key, mia) = open(&store, "DDDD1111").await;
    let (room, own) = (room(), other_room());
    store.give_homework(key, levels(std::slice::from_ref(&room))).await.unwrap();
    let done = play(&store, mia, &room, Some("dRR")).await;
    let private = play(&store, mia, &own, Some("rR")).await;
    let returned = store.returning_pupil(key, "mia's hash").await.unwrap().unwrap();
    assert_eq!((returned.pupil.player, returned.issued), (mia, false), "one's own code opens what one is");
    assert_eq!(store.returning_pupil(key, "another").await.unwrap(), None);
    store.issue_pupil_code(key, 1, "new hash").await.unwrap();
    assert_eq!(store.returning_pupil(key, "mia's hash").await.unwrap(), None, "only the newest");
    let returned = store.returning_pupil(key, "new hash").await.unwrap().unwrap();
    assert!(returned.issued);
    let fresh = store.new_guest().await.unwrap().id;
    store.move_in(key, 1, fresh, "own hash").await.unwrap();
    let owner = async |key| store.play_by_key(key).await.unwrap().unwrap().player;
    assert_eq!((owner(done).await, owner(private).await), (fresh, mia));
    assert_eq!(home_plays(&store, key, 0).await.len(), 1);
    assert_eq!(store.pupil(key, mia).await.unwrap(), None);
    assert_eq!(store.returning_pupil(key, "new hash").await.unwrap(), None, "the teacher knows that one");
    assert!(!store.returning_pupil(key, "own hash").await.unwrap().unwrap().issued);
    // Who gets an account stays a pupil, and no code opens the account.
    let account = store.register("Mia", "hash").await.unwrap();
    store.take_over(fresh, account).await.unwrap();
    assert_eq!(store.pupil(key, account).await.unwrap().unwrap().name, "Mia");
    assert_eq!(store.returning_pupil(key, "own hash").await.unwrap(), None);
    assert_eq!(store.issue_pupil_code(key, 1, "third").await, Err(Trouble::Unknown));
}

pub async fn a_class_is_its_teachers_and_ends_when_it_was_said(place: Place) {
    let store = place.open().await;
    let (teacher, key, mia) = open(&store, "EEEE1111").await;
    let (stranger, later, _) = open(&store, "EEEE2222").await;
    store.give_homework(key, levels(&[room(), other_room()])).await.unwrap();
    let ends = now() + 10 * DAY;
    let wish = ClassWish { title: "3c".to_owned(), ends, is_open: false };
    assert_eq!(store.change_class(stranger, key, wish.clone()).await, Err(Trouble::Unknown));
    assert_eq!(store.renew_class_code(stranger, key, "X").await, Err(Trouble::Unknown));
    assert_eq!(store.remove_class(stranger, key).await, Err(Trouble::Unknown));
    store.change_class(teacher, key, wish).await.unwrap();
    store.renew_class_code(teacher, key, "EEEE3333").await.unwrap();
    assert_eq!(store.class_of_code("EEEE1111").await.unwrap(), None);
    assert_eq!(store.classes_taught(teacher).await.unwrap()[0].title, "3c");
    // By the clock: a moment before its end it is there, at its end it is not, and nothing of it.
    assert_eq!(store.end_classes(ends - 1).await.unwrap(), 0);
    assert_eq!(store.end_classes(ends).await.unwrap(), 1);
    assert_eq!(store.class(key).await.unwrap(), None);
    assert_eq!((store.pupils(key).await.unwrap().len(), store.homework(key).await.unwrap().len()), (0, 0));
    assert!(store.player_of(mia).await.unwrap().is_some(), "who was a pupil is not deleted with it");
    assert!(store.class(later).await.unwrap().is_some());
    // A class that is over is not shown, also before it is swept; then sweeping takes it.
    let wish = ClassWish { title: "old".to_owned(), ends: now() - 1, is_open: true };
    store.change_class(stranger, later, wish).await.unwrap();
    assert_eq!(store.class(later).await.unwrap(), None);
    assert_eq!(store.class_of_code("EEEE2222").await.unwrap(), None);
    assert_eq!(store.sweep().await.unwrap().classes, 1);
    assert_eq!(store.pupils(later).await.unwrap(), []);
}

pub async fn classes_go_with_their_teacher_and_keep_what_they_need(place: Place) {
    let store = place.open().await;
    let (teacher, key, _) = open(&store, "FFFF1111").await;
    store.open_level(&other_room(), Some(teacher)).await.unwrap();
    store.give_homework(key, levels(&[other_room()])).await.unwrap();
    store.campaign_started(teacher, "some-folder").await.unwrap();
    assert_eq!(store.started_campaigns(teacher).await.unwrap(), ["some-folder"]);
    store.remove_level(&other_room().id().to_string()).await.unwrap();
    assert_eq!(store.homework(key).await.unwrap()[0].levels, [], "the owner of the house may");
    store.delete_account(teacher).await.unwrap();
    assert_eq!(store.pupils(key).await.unwrap(), []);
    assert_eq!(store.started_campaigns(teacher).await.unwrap(), Vec::<String>::new());
}
