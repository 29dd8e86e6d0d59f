//! Every sentence of the terminal player.

ingenio_core::words! {
    LEVELS = "tui.levels", "{count} levels";
    SHOWN = "tui.shown", "shown";
    YES = "tui.yes", "yes";
    NO = "tui.no", "no";
    GENERATOR = "tui.generator", "generator: {name}  ({about})";
    MADE_BY_SEED = "tui.made-by-seed", "Made by seed {seed}";
    TRIES = "tui.tries", "{tries} tries";
    NEAREST = "tui.nearest", "{tries} tries; the nearest has {what}";

    BEST = "tui.best", "best: {records}";
    BEST_NAME = "tui.best-name", "best";
    AUTO_ABOUT = "tui.auto-about", "the method that fits best, from where you are";
    PACK_BEST = "tui.pack-best", "best {value}";
    PACK_KNOWN = "tui.pack-known", "best known {value}";
    RECORD = "tui.record", "{figure}by {holder}";
    RECORD_PROVED = "tui.record-proved", "{figure}by {holder} (proved)";
    KEPT_RUN = "tui.kept-run", "kept: {figure}{nodes} nodes, {seconds} s";
    NO_RECORD = "tui.no-record", "nobody has solved this level yet";
    SHOW_RECORD = "tui.show-record", "The best known, from the start: {record}.";
    SHOW_RUN = "tui.show-run", "{method}, from the start, {run}. V and r let it work anew.";

    WATCH_AT = "tui.watch-at", "{at} of {all}, {state}  {move}";
    WATCH_RATE = "tui.watch-rate", "{rate} moves a second";
    WATCH_STOPPED = "tui.watch-stopped", "stopped";
    BOUND = "tui.bound", " · bound {bound}";
    BEST_SO_FAR = "tui.best-so-far", " · best {best}";
    COSTS = "tui.costs", "{move} +{cost}";
    LOSES = "tui.loses", "{move} loses";

    TURNED = "tui.turned", "Backwards: pull the boxes from their goals to where they began. Shift and an arrow pulls; o turns back.";
    TURNED_BACK = "tui.turned-back", "Forwards again, from the start; u goes back to where you were.";
    DONE_CLASH = "tui.done-clash", "Not yet: what lies on the board must fit together.";
    DONE_OTHERS = "tui.done-others", "This puzzle is done when it is solved.";

    HOME = "tui.home", "What would you like to play?";
    HOME_KEYS = "tui.home-keys", "↑↓ choose · enter open · g make a level · ? help · q quit";
    PACKS_KEYS = "tui.packs-keys", "↑↓ choose · enter open · esc back · ? help · q quit";
    LEVELS_KEYS = "tui.levels-keys", "↑↓ choose · enter play · esc back · ? help · q quit";
    PLAY_KEYS = "tui.play-keys", "arrows · enter take · u undo · t hint · v solve · n next · ? help · esc leave";
    WATCH_KEYS = "tui.watch-keys", "space play/stop · ←→ step · home end · +- speed · esc back to your play";
    SOLVING_KEYS = "tui.solving-keys", "esc cancel";
    CHOOSE_KEYS = "tui.choose-keys", "↑↓ choose · enter watch · r run anew · esc back";
    CREATE_KEYS = "tui.create-keys", "↑↓ choose · ←→ change · enter make · esc back";
    HELP_KEYS = "tui.help-keys", "any key closes this";

    NO_PACKS = "tui.no-packs", "There is no pack of this puzzle yet: press g to make a level.";
    SOLVED_OF = "tui.solved-of", "{solved} of {all} solved";
    CONTINUE = "tui.continue", "You have been here before: your play goes on.";
    WON = "tui.won", "Solved: {figures}.";
    WON_BEST = "tui.won-best", "The fewest possible.";
    WON_RECORD = "tui.won-record", "The best known is {value} by {holder}.";
    WON_KNOWN = "tui.won-known", "The best known is {value}.";
    WON_FIRST = "tui.won-first", "You are the first to solve it.";
    WON_HELPED = "tui.won-helped", "It was helped: one star, and no record.";
    PUT_DOWN = "tui.put-down", "Put down, not solved: {figures}.";
    HELPED_NOW = "tui.helped-now", "From here on this play is helped: no record, one star at most.";
    HELPED_FROM_START = "tui.helped-from-start", "You saw a solution of this level less than a day ago, so this play is helped: no record, one star at most.";
    MODE_FIXED = "tui.mode-fixed", "The mode is chosen before the first move; R begins anew.";
    WON_NEXT = "tui.won-next", "n goes on to the next level, e reviews your play.";
    LOST = "tui.lost", "Lost from here: {reason}. b goes back to where it was not.";
    WENT_BACK = "tui.went-back", "Went back {count} steps.";
    NOTHING_LOST = "tui.nothing-lost", "Nothing is known to be lost here.";
    KEPT = "tui.kept", "Kept this position as '{name}'; ' brings it back.";
    NONE_KEPT = "tui.none-kept", "No position was kept: m keeps one.";
    RECALLED = "tui.recalled", "Back at '{name}'.";
    RELAX = "tui.relax", "Relax: nothing is counted against you.";
    CHALLENGE = "tui.challenge", "Challenge: three stars for the best known.";
    PAUSED = "tui.paused", "Paused. Any key goes on.";
    THINKING = "tui.thinking", "Thinking …";
    NO_NEXT = "tui.no-next", "This is the last level.";
    SOLVING = "tui.solving", "{method}: {nodes} nodes · {seconds} s{more}";
    CANCELLED = "tui.cancelled", "Cancelled.";
    NO_ANSWER = "tui.no-answer", "{method} found no solution: {why}.";
    FOUND = "tui.found", "{method}: {figures}, {proved}, {seconds} s.";
    PROVED = "tui.proved", "proved to be the best";
    NOT_PROVED = "tui.not-proved", "not proved to be the best";
    MAKING = "tui.making", "Making a level … {tries} tries";
    NOT_MADE = "tui.not-made", "No such level was found: {why}.";
    NOT_SAVED = "tui.not-saved", "Not saved: {why}";
    TOO_SMALL = "tui.too-small", "This window is too small: 40 columns and 12 rows are needed.";
    GOODBYE = "tui.goodbye", "Your plays are saved.";

    HELP_MOVE = "tui.help-move", "arrows, wasd, hjkl|walk, slide, or move the cursor";
    HELP_TAKE = "tui.help-take", "enter, space|take what is under the cursor, and put it down";
    HELP_TRAY = "tui.help-tray", "tab|to the tiles in hand and back";
    HELP_SHIFT = "tui.help-shift", "shift + arrows|shift all tiles; pull a box backwards";
    HELP_TURN = "tui.help-turn", "o|play from the other end (Sokoban), and back";
    HELP_DONE = "tui.help-done", "f|done: as many as you can place";
    HELP_SAY = "tui.help-say", "i|the board in words";
    HELP_MOUSE = "tui.help-mouse", "mouse|click to walk or take, drag to push, slide or draw";
    HELP_UNDO = "tui.help-undo", "u, U|undo, redo, without limit";
    HELP_RESTART = "tui.help-restart", "r|restart (u takes it back)";
    HELP_HINT = "tui.help-hint", "t, T|a hint, again for more; what to pack first (Sokoban)";
    HELP_SOLVE = "tui.help-solve", "v, V|watch the solution, or choose: best, method";
    HELP_BACK = "tui.help-back", "b|back to where it was not lost";
    HELP_KEEP = "tui.help-keep", "m, '|keep this position, bring it back";
    HELP_MODE = "tui.help-mode", "c|relax or challenge";
    HELP_CLOCK = "tui.help-clock", "z, x, X|pause, hide the clock, show dead squares";
    HELP_NEXT = "tui.help-next", "n, p|next level, previous level";
    HELP_REVIEW = "tui.help-review", "e|review after a win";
    HELP_MAKE = "tui.help-make", "g|make a level";
    HELP_LEAVE = "tui.help-leave", "esc, q|leave; your play is kept";
}
