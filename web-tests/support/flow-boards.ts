// Small boards of every shape, made by our generator, each with its one solution.

export interface FlowBoard { name: string; text: string; solution: string }

export const BOARDS: FlowBoard[] = [
  { name: 'walls 1', text: 'walls: 0,1:R\nA..B\nC..A\n..B.\nC...', solution: 'A@0,0:RDDDRRUU B@0,3:LDD C@1,0:DD' },
  { name: 'walls 2', text: 'walls: 0,2:R 2,0:D 2,2:R\n...AB\n.C...\nD..A.\nBC.D.\n.....', solution: 'A@0,3:DD B@0,4:DDDDLLLLU C@1,1:DD D@2,0:UURRDDDR' },
  { name: 'bridges 1', text: '...AB\n.C...\nB..+.\nC...D\nA..D.', solution: 'A@0,3:DDDLDLL B@0,4:DDLLUULLDD C@1,1:DDL D@3,4:DL' },
  { name: 'bridges 2', text: '....AB\n.C.D..\n....BC\n.+..D.\n.AE.E.\n......', solution: 'A@0,4:LLLLDDRDD B@0,5:DLD C@1,1:RDDLLDDRRRRRUUU D@1,3:DDR E@4,2:RR' },
  { name: 'warps 1', text: 'warps: down\nA.A.\nB...\n.C.B\n...C', solution: 'A@0,0:RR B@1,0:DDRRUR C@2,1:URRUU' },
  { name: 'warps 2', text: 'warps: down\nA...B\n...AC\n.D...\n....B\n..CD.', solution: 'A@0,0:RRRD B@0,4:UU C@1,4:DLLULLDDDRR D@2,1:DRRD' },
  { name: 'hexes 1', text: 'board: hexes\nA..B\n.C..\n.BA.\nC...', solution: 'A@0,0:ECDD B@0,3:DDDZQU C@1,1:ZDD' },
  { name: 'hexes 2', text: 'board: hexes\n.....\n.A.B.\n...CD\n..A..\nCB..D', solution: 'A@1,1:DDC B@1,3:ZDCDZQ C@2,3:EUQZQZDDDD D@2,4:DD' },
  { name: 'holes 1', text: 'A...\n.B#.\nA.C.\nC.B.', solution: 'A@0,0:DD B@1,1:URRDDDL C@2,2:LDL' },
  { name: 'holes 2', text: 'AB...\n...C.\n..##.\n.CB..\nAD..D', solution: 'A@0,0:DDDD B@0,1:RRRDDDLL C@1,3:LLDD D@4,1:RRR' },
  { name: 'mixed 1', text: 'walls: 1,3:R 2,2:R\n..AB.\n.C...\n..DD.\n...C.\n..AB.', solution: 'A@0,2:LLDDDDRR B@0,3:RDDDDL C@1,1:DDRR D@2,2:URD' },
  { name: 'mixed 2', text: 'walls: 2,0:R 3,0:R\nAB..C.\n..#..C\nD.E..A\n..B+..\n...E#.\n.D....', solution: 'A@0,0:DRDDDRDRRRUUU B@0,1:RRDRDDLL C@0,4:RD D@2,0:DDDR E@2,2:RDD' },
];
