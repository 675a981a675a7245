// Screens the owners of a business against the sanctions lists, as senders of transfers are screened. A match blocks the approval until
// a compliance officer has decided whether the owner is the listed person.
import { recordClearance, withdrawClearance } from '../../compliance/screening/clearance.ts'
import type { ScreenedParty } from '../../compliance/screening/screener.ts'
import { type Screening, type ScreeningNeeds, screenParties } from '../../compliance/screening/screening.ts'
import {
  recordScreenings,
  type SealedScreening,
  sealScreening,
} from '../../compliance/screening/screening-record.ts'
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { BusinessOwner } from './facts.ts'

export const screeningStates = ['CLEAR', 'HELD', 'UNAVAILABLE', 'CLEARED', 'CONFIRMED'] as const
export type OwnerScreeningState = (typeof screeningStates)[number]

export type OwnerScreening = {
  owner_id: string
  state: OwnerScreeningState
  screened_at: Temporal.Instant
  decided_by: string | null
  decided_at: Temporal.Instant | null
  reason: string | null
}

const columns = 'owner_id, state, screened_at, decided_by, decided_at, reason'
const listScreenings = controlStatement<OwnerScreening>(
  'list_business_screenings',
  `select ${columns} from business_screening where merchant_id = $1`,
)
const saveScreening = controlStatement(
  'save_business_screening',
  `insert into business_screening (owner_id, merchant_id, environment, state, screened_at) values ($1, $2, $3, $4, $5)
   on conflict (owner_id) do update
      set environment = excluded.environment, state = excluded.state, screened_at = excluded.screened_at,
          decided_by = null, decided_at = null, reason = null
    where business_screening.merchant_id = excluded.merchant_id`,
)
// guard: business-screening-held
const decideScreening = controlStatement<{ owner_id: string }>(
  'decide_business_screening',
  `update business_screening set state = $3, decided_by = $4, decided_at = $5, reason = $6
    where owner_id = $1 and merchant_id = $2 and state in ('HELD', 'CONFIRMED', 'CLEARED') and state <> $3
    returning owner_id`,
)

/** What the record of a screening and a clearance name as their subject. */
export const ownerSubject = (ownerId: string) => `business:${ownerId}`

/** The screenings of the owners of a merchant's business, by the owner. */
export async function screeningsOfOwners(sql: Sql, merchantId: bigint): Promise<Map<string, OwnerScreening>> {
  const rows = await sql.rows(listScreenings, [merchantId])
  return new Map(rows.map((row) => [row.owner_id, row]))
}

/** Owners as they were screened, before the transaction that records it: a screening server may take seconds. */
export type ScreenedOwners = {
  environment: Environment
  now: Temporal.Instant
  owners: readonly { ownerId: string; screening: Screening; sealed: SealedScreening }[]
}

const partyOf = (owner: BusinessOwner): ScreenedParty => ({
  role: 'owner',
  name: owner.name,
  birthDate: owner.birth_date,
  countries: [owner.nationality],
  documentNumber: owner.document_number,
})

/** Screens each owner by itself, because a match names the role of who matched and nothing else. */
export async function screenOwners(
  needs: ScreeningNeeds,
  {
    environment,
    owners,
    now,
  }: { environment: Environment; owners: readonly BusinessOwner[]; now: Temporal.Instant },
): Promise<ScreenedOwners> {
  const screened = []
  for (const owner of owners) {
    const screening = await screenParties(needs, environment, [partyOf(owner)])
    const sealed = sealScreening(needs.secrets, { environment, screening, now })
    screened.push({ ownerId: owner.owner_id, screening, sealed })
  }
  return { environment, now, owners: screened }
}

function stateOf({ decision, reason }: Screening): OwnerScreeningState {
  if (reason === 'screening_unavailable') return 'UNAVAILABLE'
  if (decision === 'hold') return 'HELD'
  return 'CLEAR'
}

/** Records the screenings; an earlier decision of an officer counts again only as far as its clearance does. */
export async function recordOwners(
  sql: Tx,
  merchantId: bigint,
  { environment, now, owners }: ScreenedOwners,
): Promise<void> {
  for (const { ownerId, screening, sealed } of owners) {
    await sql.rows(saveScreening, [ownerId, merchantId, environment, stateOf(screening), now])
    await recordScreenings(sql, [{ subject: ownerSubject(ownerId), screening: sealed }])
  }
}

/** Whether an approval may pass this owner. An owner who was never screened does not pass. */
// guard: business-screening-blocks
export const isCleared = (screening: OwnerScreening | undefined): boolean =>
  screening?.state === 'CLEAR' || screening?.state === 'CLEARED'

type OwnerDecision = {
  merchantId: bigint
  ownerId: string
  state: 'CLEARED' | 'CONFIRMED'
  by: string
  reason: string
  now: Temporal.Instant
}

/** Records what an officer decided about a match. Returns false if there is none to decide. */
export async function decideOwner(
  sql: Tx,
  { merchantId, ownerId, state, by, reason, now }: OwnerDecision,
): Promise<boolean> {
  const [decided] = await sql.rows(decideScreening, [ownerId, merchantId, state, by, now, reason])
  if (!decided) return false
  const subject = ownerSubject(ownerId)
  if (state === 'CLEARED') await recordClearance(sql, { subject, clearedBy: by, reason, now })
  else await withdrawClearance(sql, subject)
  return true
}
