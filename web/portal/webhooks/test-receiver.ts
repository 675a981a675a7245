import { useLoad } from '../../ui/service/load.ts'
import { api, session } from '../access/session.ts'
import type { ReceivedEvent } from '../api-types.ts'

/** What the test receiver got for this merchant, newest first, and where it listens. */
export type Events = { url: string; items: ReceivedEvent[] }

/** Where a merchant without a server can have its webhooks sent to; undefined with real money, and until it is known. */
export function useTestReceiver(): string | undefined {
  const isTest = session.value?.environment === 'sandbox'
  return useLoad(`test receiver ${isTest}`, async (signal) =>
    isTest ? (await api.get<Events>('events', {}, signal)).url : undefined,
  ).data
}
