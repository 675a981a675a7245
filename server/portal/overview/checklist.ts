// The go-live checklist. A step is done when the data show it, not because the merchant ticked it.

import { goLiveOf } from '../../merchants/go-live/go-live.ts'
import { callback, type ProfileNeeds, whitelist } from '../../merchants/profile/profile.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { countsOf } from '../../platform/database/day-count.ts'

const trials = `any (array['payment', 'transfer', 'delivery', 'link'])`
const outcomes = `(list = 'link' or status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'Successful', 'Reversed', 'DELIVERED'))`
const readTrials = statement<{ list: string; count: bigint }>(
  'read_checklist_trials',
  `select list, sum(count)::bigint as count from ${countsOf(trials, 'list, count', outcomes)} counted group by list`,
)

type Step = { step: string; done: boolean; detail: string }

export type ChecklistNeeds = { db: Sql } & ProfileNeeds

/** Returns the steps in recommended order. Tests are counted in the sandbox, even for a merchant that is live. */
export async function checklist(needs: ChecklistNeeds, session: Session): Promise<Step[]> {
  const [trialRows, { callback_url: url }, { addresses }, goLive] = await Promise.all([
    needs.db.rows(readTrials, [session.merchantId, 'sandbox']),
    callback(needs, session),
    whitelist(needs, session),
    goLiveOf(needs.db, session),
  ])
  const tried = (list: string) => Number(trialRows.find((row) => row.list === list)?.count ?? 0n)
  return [
    counted('first_link', tried('link'), 'created in the sandbox'),
    counted('test_payment', tried('payment'), 'paid in the sandbox'),
    counted('webhook_received', tried('delivery'), 'delivered'),
    { step: 'callback_url', done: url !== null, detail: url ?? '' },
    { step: 'whitelist', done: addresses.length > 0, detail: addresses.join(', ') },
    counted('test_transfer', tried('transfer'), 'arrived in the sandbox'),
    {
      step: 'go_live',
      done: goLive.state === 'PENDING' || goLive.state === 'APPROVED',
      detail: session.environment === 'production' ? 'LIVE' : goLive.state,
    },
  ]
}

function counted(step: string, count: number, what: string): Step {
  return { step, done: count > 0, detail: `${count} ${what}` }
}
