// TetraVex: the number of a tile for each cell, 0 for an empty one. As many tiles as possible.
using CP;

int H = ...;                          // rows of the board
int W = ...;                          // columns
int n = ...;                          // tiles
int tile[0..n][1..4] = ...;           // top, right, bottom, left; tile 0 stands for an empty cell
tuple Cell { int row; int column; }
{Cell} blocked = ...;                 // cells that stay empty
tuple Lying { int row; int column; int which; }
{Lying} given = ...;                  // tiles that lie already
int full = ...;                       // 1: every other cell must hold a tile

dvar int x[r in 1..H][c in 1..W] in 0..n;  // the tile on each cell

maximize sum(r in 1..H, c in 1..W) (x[r][c] >= 1);
subject to {
  // No tile is used twice.
  forall(i in 1..n) count(all(r in 1..H, c in 1..W) x[r][c], i) <= 1;
  // Where two tiles touch, their colours are equal.
  forall(r in 1..H, c in 1..W-1)
    x[r][c] == 0 || x[r][c+1] == 0 || tile[x[r][c]][2] == tile[x[r][c+1]][4];
  forall(r in 1..H-1, c in 1..W)
    x[r][c] == 0 || x[r+1][c] == 0 || tile[x[r][c]][3] == tile[x[r+1][c]][1];
  // What the level says of single cells.
  forall(i in blocked) x[i.row][i.column] == 0;
  forall(i in given) x[i.row][i.column] == i.which;
  (full == 1) => (sum(r in 1..H, c in 1..W) (x[r][c] >= 1) == H * W - card(blocked));
}

execute {
  write("solution: ");
  for (var r = 1; r <= H; r++)
    for (var c = 1; c <= W; c++)
      write(c > 1 ? " " : r > 1 ? "/" : "", x[r][c]);
  writeln();
  // As the TetraVex paper prints: tiles that lie nowhere, and whether there is nothing left to do.
  var placed = 0;
  for (var i = 1; i <= H; i++)
    for (var j = 1; j <= W; j++)
      if (x[i][j] >= 1) placed++;
  writeln("unused tiles: ", n - placed);
  writeln("complete: ", placed == n || placed == H * W - blocked.size ? 1 : 0);
}
