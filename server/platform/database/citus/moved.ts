// How a place on another server says that it no longer is there.

/** The cell lies on another server now, or the session was ended because of that. */
export function hasMoved(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57P01'
}

/** PostgreSQL itself has this code only for the end of a session, after which nobody knows whether a statement was committed. */
export const isRefusedByMove = (error: unknown): boolean =>
  hasMoved(error) && (error as { severity?: string }).severity === 'ERROR'
