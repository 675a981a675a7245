// Alerts admins of queues that wait for them: when a queue fills, then once a day until it is empty.
import type { Language } from '../kernel/language/language.ts'
import type { Database } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'
import { enqueueMessages } from './enqueue-message.ts'
import { recordIncident, resolveIncident } from './incident.ts'
import { type AdminQueue, adminContent, adminQueues } from './texts/admin.ts'

export type AdminAlertNeeds = {
  db: Database
  clock: Clock
  environment: 'sandbox' | 'production'
  addresses: readonly string[]
  language: Language
  /** How many items wait in each queue. */
  counts: () => Promise<Record<AdminQueue, number>>
}

/** Looks at each queue once. Always returns false, because the next look is due only after the pause. */
export async function alertAdmins({ db, clock, counts, ...to }: AdminAlertNeeds): Promise<boolean> {
  const waiting = await counts()
  const now = clock.now()
  for (const queue of adminQueues)
    await db.transaction(async (sql) => {
      const key = `admin:${queue}`
      if (waiting[queue] === 0) return void (await resolveIncident(sql, key, now))
      const incident = await recordIncident(sql, key, now)
      if (!incident) return
      const { environment, addresses, language } = to
      const content = adminContent(queue, waiting[queue], language)
      const message = { environment, merchantId: null, audience: 'admin', kind: 'admin_queue' } as const
      const all = addresses.map((address) => {
        return { ...message, fact: incident.fact, channel: 'email', address, language, content } as const
      })
      await enqueueMessages(sql, all, now)
    })
  return false
}
