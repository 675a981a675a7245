// Alerts admins of queues that wait for them: when a queue fills, then once a day until it is empty. Where each item is a matter of its
// own, also when another one comes.
import type { Language } from '../kernel/language.ts'
import type { ControlDatabase, ControlTx } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'
import { enqueueMessages } from './enqueue-message.ts'
import { type OpenIncident, recordIncident, resolveOtherIncidents } from './incident.ts'
import { type AdminQueue, adminContent, adminQueues } from './texts/admin.ts'

/** How many items wait in each queue, or which ones where each has an alert of its own. */
export type Waiting = Record<AdminQueue, number | readonly string[]>

type AdminAlertNeeds = {
  db: ControlDatabase
  clock: Clock
  environment: 'sandbox' | 'production'
  addresses: readonly string[]
  language: Language
  counts: () => Promise<Waiting>
}

/** Looks at each queue once. Always returns false, because the next look is due only after the pause. */
export async function alertAdmins({ db, clock, counts, ...to }: AdminAlertNeeds): Promise<boolean> {
  const waiting = await counts()
  const now = clock.now()
  for (const queue of adminQueues)
    await db.transaction(async (sql) => {
      const found = waiting[queue]
      const [items, count] =
        typeof found === 'number' ? [found > 0 ? [''] : [], found] : [found, found.length]
      const incident = await incidentOf(sql, `admin:${queue}:`, items, now)
      if (!incident) return
      const { environment, addresses, language } = to
      const content = adminContent(queue, count, language)
      const message = { environment, merchantId: null, audience: 'admin', kind: 'admin_queue' } as const
      const all = addresses.map((address) => {
        return { ...message, fact: incident.fact, channel: 'email', address, language, content } as const
      })
      await enqueueMessages(sql, all, now)
    })
  return false
}

/** The first incident of the items that people do not know yet. */
async function incidentOf(
  sql: ControlTx,
  prefix: string,
  items: readonly string[],
  now: Temporal.Instant,
): Promise<OpenIncident | undefined> {
  const keys = items.map((item) => prefix + item)
  await resolveOtherIncidents(sql, prefix, keys, now)
  const incidents: (OpenIncident | undefined)[] = []
  // guard: alert-of-each-item
  for (const key of keys) incidents.push(await recordIncident(sql, key, now))
  return incidents.find((incident) => incident !== undefined)
}
