// Unblock: in each period one piece slides as far as it likes. Fewest slides within T periods.
using CP;

int W = ...;                          // columns of the board
int H = ...;                          // rows
int T = ...;                          // periods
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
int side[p in Piece] = (across[p] == 1) ? W : H;

dvar int mover[t in 1..T] in 0..n;                     // who slides; 0 for nobody
dvar int pos[p in Piece][t in 0..T] in 1..maxl(W, H);  // the first cell of each piece after so many periods

// The cells of its line that a piece covers or passes in a period.
dexpr int low[p in Piece][t in 1..T] = minl(pos[p][t-1], pos[p][t]);
dexpr int high[p in Piece][t in 1..T] = maxl(pos[p][t-1], pos[p][t]) + len[p] - 1;

minimize sum(t in 1..T) (mover[t] >= 1);
subject to {
  // Every piece begins where the level says and stays on the board.
  forall(p in Piece) pos[p][0] == start[p];
  forall(p in Piece, t in 1..T) pos[p][t] + len[p] - 1 <= side[p];
  // Who slides leaves its place, the others stay; nobody slides after the last slide.
  forall(p in Piece, t in 1..T) (mover[t] == p) == (pos[p][t] != pos[p][t-1]);
  forall(t in 1..T-1) (mover[t] == 0) => (mover[t+1] == 0);
  // Pieces of one line keep their order.
  forall(p in Piece, q in Piece, t in 1..T : across[p] == across[q] && line[p] == line[q] && start[p] < start[q])
    pos[p][t] + len[p] <= pos[q][t];
  // A piece that stands in another's line is neither covered nor passed.
  forall(p in Piece, q in Piece, t in 1..T : across[p] != across[q])
    (pos[q][t-1] <= line[p] && line[p] < pos[q][t-1] + len[q]) => (high[p][t] < line[q] || low[p][t] > line[q]);
  // Walls are neither covered nor passed.
  forall(w in walls, p in Piece, t in 1..T : across[p] == 1 && line[p] == w.row && start[p] < w.column)
    pos[p][t] + len[p] <= w.column;
  forall(w in walls, p in Piece, t in 1..T : across[p] == 1 && line[p] == w.row && start[p] > w.column)
    pos[p][t] > w.column;
  forall(w in walls, p in Piece, t in 1..T : across[p] == 0 && line[p] == w.column && start[p] < w.row)
    pos[p][t] + len[p] <= w.row;
  forall(w in walls, p in Piece, t in 1..T : across[p] == 0 && line[p] == w.column && start[p] > w.row)
    pos[p][t] > w.row;
  // The target is at the exit.
  pos[1][T] == goal;
}

execute {
  write("solution:");
  for (var t = 1; t <= T; t++)
    for (var p in Piece) {
      var by = pos[p][t] - pos[p][t-1];
      if (by != 0) write(" ", name[p], by > 0 ? "+" : "", by);
    }
  writeln();
}
