// Where a user finds in the other mode what is open in this one.

/** Pages of test mode, or of live mode, that the other one lacks. */
const ofOneMode = new Set(['try', 'events', 'go-live'])

/**
 * Where a user finds in the other mode what is open in this one: the same list, since a single payment exists in one mode only.
 * @param path of a page of the portal
 */
export function pathInOtherMode(path: string): string {
  const [page] = path.replace(/^\/portal\/?/, '').split('/')
  return page && !ofOneMode.has(page) ? `/portal/${page}` : '/portal'
}
