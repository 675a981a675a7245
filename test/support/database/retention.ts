// Transfers that have ended, and runs of retention over them.
import { afterAll, beforeAll } from 'vitest'
import { type RetentionNeeds, runRetention } from '../../../server/admin/retention/run-retention.ts'
import { rescreen } from '../../../server/compliance/ongoing/rescreen.ts'
import { openListScreeners } from '../../../server/compliance/screening/list-screener.ts'
import { retainedKinds } from '../../../server/composition/retention.ts'
import { statement } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { manualClock } from '../../../server/platform/time/clock.ts'
import { openOutcomeApplier } from '../../../server/remittance/payouts/apply-outcome.ts'
import { type Admins, adminsOf, twoAdmins } from '../callers/admins.ts'
import { type Transfers, transfersOf } from '../callers/transfers.ts'
import { openWorld, type World } from '../world/world.ts'

export let world: World
export let transfers: Transfers
export let admins: Admins
export let needs: RetentionNeeds

/** Each file begins with its own: one that several files had moved would end beyond the years that requests can name. */
export let clock = manualClock()

export const admin = { name: 'amina', address: 'local', requestId: 'r-1' }

export const days = 3_653

const today = () => clock.now().toZonedDateTimeISO('UTC').toPlainDate()

/** Of a document that is valid now, whatever year the clock says. */
export const dates = () => ({
  document_issue_date: today().subtract({ years: 1 }).toString(),
  document_expiration_date: today().add({ years: 5 }).toString(),
})

let persons = 0

/** A transfer between two persons that no other test has used, which has ended. */
export async function ended(overrides: Record<string, unknown> = {}) {
  persons += 1
  const facts: Record<string, unknown> = {
    sender_first_name: 'Aimée',
    sender_last_name: `Ngalula ${'abcdefghijklmnopqrstuvwxyz'[persons % 26]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(persons / 26)]}`,
    sender_document_number: `AB${100_000 + persons}`,
    ...dates(),
    sender_birthdate: today().subtract({ years: 60 }).add({ days: persons }).toString(),
    receiver_birthdate: today().subtract({ years: 50 }).add({ days: persons }).toString(),
    receiver_document_number: `RC${100_000 + persons}`,
    ...overrides,
  }
  const sent = await transfers.accepted(facts)
  const [payout] = await world.db.rows(claimPayout, [sent.transaction_id])
  const apply = openOutcomeApplier({ db: world.db, clock, log: silentLog })
  const outcome = { kind: 'succeeded', upstreamId: `up-${persons}` } as const
  await apply({ ...payout!, outcome, source: 'inquiry' })
  await follow()
  return { ...sent, facts }
}

/** Claims a payout, so that an outcome can be applied without an operator. */
const claimPayout = statement<{ operation: string; transfer: bigint }>(
  'test_claim_payout',
  `update operation o set state = 'sent' from transfer t
    where t.transaction_id = $1 and o.transfer_id = t.id returning o.id as operation, t.id as transfer`,
)

/** Assigns screenings to persons, as the worker of ongoing screening does. */
export async function follow(): Promise<void> {
  const { db, system } = world
  const screening = {
    db,
    secrets: system.secrets,
    log: silentLog,
    ...openListScreeners({ db, log: silentLog }),
  }
  const following = { ...screening, clock, environments: ['sandbox'] as const, relationshipDays: 365 }
  while (await rescreen(following));
}

export const readTransfer = statement<{
  erased: boolean
  customer_number: string
  subscriber_name: string | null
  response: string
}>(
  'test_read_transfer',
  `select erased_at is not null as erased, customer_number, subscriber_name, first_response as response from transfer where transaction_id = $1`,
)

export const isErased = async (transactionId: string) =>
  (await world.db.rows(readTransfer, [transactionId]))[0]!.erased

export const run = () => runRetention(needs, admin)

/** Opens the world before the tests of a file, and closes it afterwards. */
export function openRetention(): void {
  beforeAll(async () => {
    clock = manualClock()
    world = await openWorld({ clock, role: 'api', settings: twoAdmins })
    transfers = transfersOf(world)
    admins = adminsOf(world)
    const { secrets, settings } = world.system
    needs = { db: world.db, clock, secrets, log: silentLog, kinds: retainedKinds(settings) }
    await world.topUp('100.00')
  })
  afterAll(() => world.close())
}
