// The sandbox's test receiver, which accepts webhooks for a merchant without a server.
import { useLoad } from '../../ui/service/load.ts'
import { api, may, session } from '../access/session.ts'
import type { ReceivedEvent } from '../api-types.ts'

/** The test receiver's address, and the webhooks it got for this merchant, newest first. */
export type Events = { url: string; items: ReceivedEvent[] }

/** The test receiver's address; undefined in production, and until it is loaded. */
export function useTestReceiver(): string | undefined {
  const isTest = may('integration') && session.value?.environment === 'sandbox'
  return useLoad(`test receiver ${isTest}`, async (signal) =>
    isTest ? (await api.get<Events>('events', {}, signal)).url : undefined,
  ).data
}
