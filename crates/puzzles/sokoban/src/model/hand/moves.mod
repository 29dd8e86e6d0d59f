// Sokoban: the player and the boxes after each move. Least cost within T moves.
using CP;

int T = ...;                          // moves at most
int n = ...;                          // squares inside the walls
int walk = ...;                       // what a move without a push costs
int push = ...;                       // what a push costs
int player = ...;                     // where the player begins
int box[1..n] = ...;                  // 1: a box begins here
int goal[1..n] = ...;
int step[1..n][1..4] = ...;           // the square beside, to the left, up, right, down; 0 for a wall

dvar int way[t in 1..T] in 0..4;            // where the player goes; 0: he stays
dvar int at[t in 0..T] in 1..n;             // the player after so many moves
dvar int pushes[t in 1..T] in 0..1;         // 1: he pushes
dvar int full[t in 0..T][c in 1..n] in 0..1;  // 1: there is a box

minimize sum(t in 1..T) (pushes[t] * push + (pushes[t] == 0 && way[t] >= 1) * walk);
subject to {
  at[0] == player;
  forall(c in 1..n) full[0][c] == box[c];
  forall(c in 1..n) full[T][c] == goal[c];
  forall(t in 1..T-1) (way[t] == 0) => (way[t+1] == 0);
  // He goes one square at a time, where no wall is; where a box is, he pushes.
  forall(t in 1..T) (way[t] == 0) => (at[t] == at[t-1] && pushes[t] == 0);
  forall(t in 1..T, d in 1..4, c in 1..n) (way[t] == d && at[t-1] == c) => (at[t] == step[c][d]);
  forall(t in 1..T) (way[t] >= 1) => (pushes[t] == full[t-1][at[t]]);
  // A box that is pushed goes on in the same direction, to a free square; the others stay.
  forall(t in 1..T, d in 1..4, c in 1..n : step[c][d] == 0)
    (pushes[t] == 1 && way[t] == d) => (at[t] != c);
  forall(t in 1..T, d in 1..4, c in 1..n : step[c][d] >= 1)
    (pushes[t] == 1 && way[t] == d && at[t] == c) =>
      (full[t-1][step[c][d]] == 0 && full[t][step[c][d]] == 1 && full[t][c] == 0);
  forall(t in 1..T) sum(c in 1..n) (full[t][c] != full[t-1][c]) == 2 * pushes[t];
}

execute {
  var small = new Array("", "l", "u", "r", "d");
  var large = new Array("", "L", "U", "R", "D");
  write("solution: ");
  for (var t = 1; t <= T; t++) write(pushes[t] == 1 ? large[way[t]] : small[way[t]]);
  writeln();
}
