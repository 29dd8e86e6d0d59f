// Taquin: the board after each move. Fewest moves within T.
using CP;

int T = ...;                          // moves at most
int n = ...;                          // cells
int start[1..n] = ...;                // the tile on each cell, 0 for the blank
int goal[1..n] = ...;
tuple Way { int a; int b; }
{Way} way = ...;                      // from a cell to a neighbour
string letter[way] = ...;             // in this direction

dvar int moves in 0..T;                      // how many are made
dvar int blank[t in 0..T] in 1..n;           // where the blank is
dvar int x[t in 0..T][c in 1..n] in 0..n-1;  // the tile on each cell after so many moves

minimize moves;
subject to {
  forall(c in 1..n) x[0][c] == start[c];
  forall(c in 1..n) x[T][c] == goal[c];
  forall(t in 0..T) x[t][blank[t]] == 0;
  // The blank goes to a neighbour; after the last move it stays.
  forall(t in 1..T) (t <= moves) => (sum(w in way) (blank[t-1] == w.a && blank[t] == w.b)) == 1;
  forall(t in 1..T) (t > moves) => (blank[t] == blank[t-1]);
  forall(t in 2..T) (t <= moves) => (blank[t] != blank[t-2]);
  // The tile that was there goes where the blank was; all others stay.
  forall(t in 1..T) x[t][blank[t-1]] == x[t-1][blank[t]];
  forall(t in 1..T, c in 1..n) c == blank[t-1] || c == blank[t] || x[t][c] == x[t-1][c];
}

execute {
  write("solution: ");
  for (var t = 1; t <= T; t++)
    for (var w in way) if (w.a == blank[t-1] && w.b == blank[t]) write(letter[w]);
  writeln();
}
