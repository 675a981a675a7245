// What waits for the merchant, as the menu counts it: a small call for each kind that the user may see.
import type { Paged } from '../ui/display/pager.tsx'
import { useLoad } from '../ui/service/load.ts'
import { api, may } from './access/session.ts'
import type { Waiting } from './navigation.ts'

/** @param code the signed-in merchant: another one's counts are dropped at once */
export function useWaiting(code: string): Waiting {
  const disputes = useLoad(`disputes to answer ${code}`, openDisputes, { everyMs: 300_000 }).data
  const approvals = useLoad(`approvals to decide ${code}`, approvalsToDecide, { everyMs: 60_000 }).data
  const webhooks = useLoad(`webhooks given up ${code}`, deadWebhooks, { everyMs: 300_000 }).data
  return { disputes: disputes ?? 0, approvals: approvals ?? 0, webhooks: webhooks ?? 0 }
}

/** How many there are, by a list of one row. */
const countOf = async (path: string, query: Record<string, string>, signal: AbortSignal) =>
  (await api.get<Paged<unknown>>(path, { ...query, limit: 1 }, signal)).pagination.total

const openDisputes = async (signal: AbortSignal) =>
  may('payments') ? countOf('disputes', { state: 'OPEN' }, signal) : 0

/** Those of the last days only: an old one that nobody resends says nothing of the address today. */
const deadWebhooks = async (signal: AbortSignal) => {
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  return may('integration') ? countOf('deliveries', { status: 'DEAD', from }, signal) : 0
}

/** How many wait for the user's own decision. */
const approvalsToDecide = async (signal: AbortSignal) => {
  if (!may('approve')) return 0
  const query = { state: 'WAITING', limit: 100 }
  const { items } = await api.get<Paged<{ own: boolean }>>('approvals', query, signal)
  return items.filter(({ own }) => !own).length
}
