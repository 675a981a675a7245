// How large a file of links may be.

export const maxRows = 5_000
/** In bytes. */
export const maxFile = 2 * 1024 * 1024
