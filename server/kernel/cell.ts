// The number of a cell, from 1, which the ids of its rows carry.

/** How many cells a deployment has at most. */
export const maxCells = 64
