/** The side of the square that the mark is drawn in. */
export const markSize = 32

/**
 * The product's mark: an L that holds a coin. Its edges lie on even numbers, so that they stay sharp at 16 pixels.
 * The pages' header and every page's icon are drawn from it.
 */
export const markPath =
  'M6 4h2a2 2 0 0 1 2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2H8a4 4 0 0 1-4-4V6a2 2 0 0 1 2-2z' +
  'M14 11a7 7 0 1 1 14 0a7 7 0 1 1-14 0z'
