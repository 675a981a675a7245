// Switching between the live profile of a merchant and its test profile, in all tabs of the browser: they share one session.
import { api } from '../access/session.ts'
import { tab } from '../access/tab.ts'
import { pathInOtherMode } from './other-path.ts'

export type Mode = 'live' | 'test'

const channelName = 'likuta-mode'

/** Ends the token of this mode and opens the same page in the other one. @throws RequestError */
export async function switchMode(mode: Mode): Promise<void> {
  await api.post('session/mode', { mode })
  new BroadcastChannel(channelName).postMessage(mode)
  open(pathInOtherMode(location.pathname))
}

/** Follows a switch in another tab, whose end of the token would look like the end of the session. Returns what stops it. */
export function followMode(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => open(pathInOtherMode(location.pathname))
  return () => channel.close()
}

/** Loads the portal anew, so that nothing of the former mode stays in memory. */
function open(path: string): void {
  tab.belongsTo(undefined)
  location.assign(path)
}
