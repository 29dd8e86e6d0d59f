// Unblock, models 1 and 2: in each period every piece moves at most one cell, any number of pieces at
// once. Overlaps are looked at after each period only, so pieces that move at once may pass through each
// other in a ring; such an answer is no solution.
using CP;

int W = ...;                          // columns of the board
int H = ...;                          // rows
int NT = ...;                         // periods
int weight = ...;                     // what it is worth to have the target out
int price = ...;                      // of a step: 0 in model 1, 1 in model 2
int n = ...;                          // pieces; the first is the target
int goal = ...;                       // the first cell of the target when it touches the wall at the exit
range Piece = 1..n;
int across[Piece] = ...;              // 1: it lies along a row
int line[Piece] = ...;                // its row, or its column
int len[Piece] = ...;                 // how many cells it covers
int start[Piece] = ...;               // its first cell in that line
string name[Piece] = ...;
tuple Cell { int row; int column; }
{Cell} walls = ...;
int places[p in Piece] = ((across[p] == 1) ? W : H) - len[p] + 1;

dvar int pos[p in Piece][t in 0..NT] in 1..maxl(W, H);  // the first cell of each piece after each period

maximize weight * (pos[1][NT] == goal) - price * sum(p in Piece, t in 1..NT) abs(pos[p][t] - pos[p][t-1]);
subject to {
  // Every piece begins where the level says, stays on the board, and moves one cell at most.
  forall(p in Piece) pos[p][0] == start[p];
  forall(p in Piece, t in 1..NT) pos[p][t] <= places[p];
  forall(p in Piece, t in 1..NT) abs(pos[p][t] - pos[p][t-1]) <= 1;
  // No two pieces cover the same cell after a period: crossing pieces, pieces of one line, walls.
  forall(p in Piece, q in Piece, t in 1..NT : across[p] == 1 && across[q] == 0)
    pos[p][t] > line[q] || pos[p][t] + len[p] <= line[q] || pos[q][t] > line[p] || pos[q][t] + len[q] <= line[p];
  forall(p in Piece, q in Piece, t in 1..NT : p < q && across[p] == across[q] && line[p] == line[q])
    pos[p][t] + len[p] <= pos[q][t] || pos[q][t] + len[q] <= pos[p][t];
  forall(w in walls, p in Piece, t in 1..NT : across[p] == 1 && line[p] == w.row)
    pos[p][t] > w.column || pos[p][t] + len[p] <= w.column;
  forall(w in walls, p in Piece, t in 1..NT : across[p] == 0 && line[p] == w.column)
    pos[p][t] > w.row || pos[p][t] + len[p] <= w.row;
}

execute {
  for (var t = 0; t <= NT; t++)
    for (var p in Piece)
      for (var j = 1; j <= places[p]; j++) {
        writeln("ALFA", p, "_", j, "_", t, " ", pos[p][t] == j ? 1 : 0);
        if (price == 1 && t > 0)
          writeln("MOVE", p, "_", j, "_", t, " ", pos[p][t-1] == j && pos[p][t] != j ? 1 : 0);
      }
}
