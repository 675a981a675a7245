/** The width and height of the mark. */
export const markSize = 32

/**
 * The product's mark: an L that holds a coin. Its edges are at even coordinates, so that they stay sharp at 16 pixels.
 * Used for the header and the icon of every page.
 */
export const markPath =
  'M5 2h2a3 3 0 0 1 3 3v15a2 2 0 0 0 2 2h15a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H8a6 6 0 0 1-6-6V5a3 3 0 0 1 3-3z' +
  'M14 10a8 8 0 1 1 16 0a8 8 0 1 1-16 0z'
