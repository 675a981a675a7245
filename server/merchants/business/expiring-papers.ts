// Papers that expire: owners are reminded 30 and 7 days before, and admins see a list. Nothing stops by itself.
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Database, type Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertOwners } from '../alerts/alert-merchant.ts'
import { isExpired, type PaperKind, paperNames, today } from './required-papers.ts'

/** Days before the last day of validity. */
const remindedBefore = [30, 7] as const

/** SQL: the paper `p` has no renewal that waits for a decision. */
const isNotRenewed = `not exists (
  select from business_paper s join business_file f on f.paper_id = s.id and f.state = 'RECEIVED'
   where s.merchant_id = p.merchant_id and s.kind = p.kind and s.owner_id is not distinct from p.owner_id and s.state = 'SENT')`

type Due = {
  id: bigint
  paper_id: string
  kind: PaperKind
  merchant_id: bigint
  environment: Environment
  expires_on: string
}

const atOnce = 50
// guard: business-reminders
const findDue = controlStatement<Due>(
  'find_expiring_business_papers',
  `select p.id, p.paper_id, p.kind, p.merchant_id, m.environment, p.expires_on::text as expires_on
     from business_paper p join shared.merchant m on m.id = p.merchant_id and m.environment = 'production'
    where p.state = 'ACCEPTED' and p.expires_on >= $1::date and p.expires_on <= $1::date + $2::int
      and coalesce(p.reminded_days, 32767) > $2 and ${isNotRenewed}
    order by p.expires_on, p.id limit ${atOnce} for update of p skip locked`,
)
const setReminded = controlStatement(
  'set_business_paper_reminded',
  'update business_paper set reminded_days = $2 where id = $1',
)

/** Writes the reminders that are due, each in the transaction that records it. Returns whether there may be more. */
export async function remindOfExpiry({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const day = today(now)
  let isFull = false
  // The nearest first, so that a paper that was accepted late is reminded of once.
  for (const days of remindedBefore.toReversed())
    await db.transaction(async (sql) => {
      const due = await sql.rows(findDue, [day.toString(), days])
      for (const { id, paper_id, kind, merchant_id: merchantId, environment, expires_on } of due) {
        const expiresOn = Temporal.PlainDate.from(expires_on)
        const facts = { paper: paperNames[kind], expiresOn, daysLeft: day.until(expiresOn).days }
        const fact = `business_paper_expiring:${paper_id}:${days}`
        await alertOwners(sql, { merchantId, environment, kind: 'business_paper_expiring', fact, facts }, now)
        await sql.rows(setReminded, [id, days])
      }
      isFull ||= due.length === atOnce
    })
  return isFull
}

type Listed = {
  merchant_code: string
  name: string
  kind: PaperKind
  expires_on: string
  is_renewed: boolean
}

const listed = 200
const listExpiring = controlStatement<Listed>(
  'list_expiring_business_papers',
  `select m.merchant_code, m.name, p.kind, p.expires_on::text as expires_on, not (${isNotRenewed}) as is_renewed
     from business_paper p join shared.merchant m on m.id = p.merchant_id and m.environment = 'production'
    where p.state = 'ACCEPTED' and p.expires_on <= $1::date + $2::int
    order by p.expires_on, p.id limit ${listed}`,
)

/** Accepted papers of live merchants that have expired or will within 30 days, the earliest first. */
export async function expiringPapers(sql: Sql, now: Temporal.Instant) {
  const day = today(now)
  const rows = await sql.rows(listExpiring, [day.toString(), remindedBefore[0]])
  return rows.map((row) => ({
    ...row,
    is_expired: isExpired(Temporal.PlainDate.from(row.expires_on), day),
  }))
}
