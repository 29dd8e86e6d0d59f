echo R
