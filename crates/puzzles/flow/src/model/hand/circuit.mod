// Flow: each cell has a successor; the last cell of a pipe is followed by the first of the next colour's,
// and the last pipe by the first one. Ranks that rise along the pipes leave room for no other loop.
using CP;

int n = ...;                          // cells
int K = ...;                          // colours
int first[1..K] = ...;                // the two end points of each colour
int last[1..K] = ...;
string name[1..K] = ...;
string place[1..n] = ...;             // row and column of a cell, from 0
tuple Way { int a; int b; }
{Way} way = ...;                      // from a cell to a neighbour
string letter[way] = ...;             // in this direction
{Way} given = ...;                    // links that are drawn already
int fills = ...;                      // 1: every cell must be covered
int touches = ...;                    // 1: a pipe may run beside itself
int isLast[i in 1..n] = sum(k in 1..K) (last[k] == i);
int isFirst[i in 1..n] = sum(k in 1..K) (first[k] == i);

dvar int next[i in 1..n] in 1..n;     // its successor; a cell that stays empty is its own
dvar int colour[i in 1..n] in 0..K;   // 0 for empty
dvar int rank[i in 1..n] in 0..n;     // how far from the first cell of its pipe

subject to {
  allDifferent(next);
  forall(k in 1..K) next[last[k]] == first[k % K + 1];
  forall(i in 1..n : isLast[i] == 0)
    (fills == 0 && next[i] == i) || (sum(w in way : w.a == i) (next[i] == w.b)) == 1;
  // A pipe has one colour, and its cells rise.
  forall(k in 1..K) colour[first[k]] == k;
  forall(k in 1..K) colour[last[k]] == k;
  forall(i in 1..n : isLast[i] == 0) next[i] == i || colour[next[i]] == colour[i];
  forall(i in 1..n : isLast[i] == 0) next[i] == i || rank[next[i]] == rank[i] + 1;
  forall(i in 1..n : isLast[i] == 0) (next[i] == i) == (colour[i] == 0);
  forall(i in 1..n : isFirst[i] == 1) rank[i] == 0;
  // Links that are drawn, and neighbours of one colour where pipes may not touch themselves.
  forall(w in given) next[w.a] == w.b || next[w.b] == w.a;
  forall(w in way : touches == 0 && w.a < w.b)
    (colour[w.a] == colour[w.b] && colour[w.a] >= 1) => (next[w.a] == w.b || next[w.b] == w.a);
}

execute {
  write("solution:");
  for (var k = 1; k <= K; k++) {
    write(" ", name[k], "@", place[first[k]], ":");
    for (var i = first[k]; i != last[k]; i = next[i])
      for (var w in way) if (w.a == i && w.b == next[i]) write(letter[w]);
  }
  writeln();
}
