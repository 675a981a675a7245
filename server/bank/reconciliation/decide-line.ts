// What an admin decides about a bank line that could not be matched: which movement it shows, or that it is written off.

import { z } from 'zod'
import { type Admin, isSamePerson, ownerOf } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
  type WantedApproval,
} from '../../admin/approvals/request-approval.ts'
import { audit } from '../../admin/audit.ts'
import { cellOfUuid } from '../../kernel/cell.ts'
import { amountOf, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import {
  hasApproved,
  lockedPayout,
  type PayoutRow,
  payoutByPublicId,
} from '../../merchant-payouts/record/queries.ts'
import { cellOf } from '../../platform/database/cells.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import type { ImportNeeds } from '../files/import-file.ts'
import { bankProblems } from '../problems.ts'
import type { BankRules } from '../rules.ts'
import {
  isOpenState,
  judgeLine,
  type LineRow,
  lineById,
  lockedLine,
  lockMatching,
  type Matched,
  type MovementKind,
  movementKinds,
} from './lines.ts'
import { bankCharge, events, importerOf, judgePayout, movementsIn, postSweep } from './match-lines.ts'
import { type Movement, movementsFor } from './movements.ts'
import { renderLine } from './work-list.ts'

const askWriteOff = controlStatement(
  'ask_write_off_of_bank_line',
  'update bank_line set write_off_by = $2, write_off_owner = $3, write_off_reason = $4 where id = $1',
)
const writeOff = controlStatement(
  'write_off_bank_line',
  `update bank_line set state = 'WRITTEN_OFF', decided_at = $2, write_off_approved_by = $3 where id = $1`,
)

/** What one person wrote off alone since a time, in minor units, whatever the sign. The caller has locked the matching. */
// guard: write-offs-of-a-day
const sumAlone = controlStatement<{ minor: bigint }>(
  'sum_write_offs_of_person',
  `select coalesce(sum(abs(amount_minor)), 0)::bigint as minor from bank_line
    where state = 'WRITTEN_OFF' and environment = $1 and currency = $2 and write_off_owner = any($3) and write_off_approved_by is null
      and decided_at > $4`,
)

export type AssignNeeds = ImportNeeds & { approvals: Approvals }

type Wanted = { kind: MovementKind; key: string }

/**
 * Assigns a line to a movement. A payout is paid or returned by it, with the amount that was sent; nothing else moves money. Where the
 * bank has kept a charge, or a settlement or top-up differs by more than one admin may write off, it is only requested: another admin
 * approves it.
 * @throws Problem 403 for whoever approved the payout; 404; 409 if the line was decided, or shows another amount than the payout.
 */
export function assignLine(needs: AssignNeeds, id: bigint, admin: Admin, wanted: Wanted) {
  const db = isPayout(wanted.kind) ? cellOf(needs.cells, cellOfUuid(wanted.key)) : needs.db
  return decided(db, id, async (sql, line) => {
    const requested = await requestDifferenceApproval(sql, needs, { line, admin, ...wanted })
    if (!requested) await assignWithin(sql, needs, { line, admin, by: admin, ...wanted })
    return requested
  })
}

type Difference = { amount: bigint; owner?: WantedApproval['owner']; reason: string }

/** Requests the approval of a line whose amount differs from the movement; undefined for one that needs none. */
async function requestDifferenceApproval(
  sql: Tx,
  needs: AssignNeeds,
  wanted: Wanted & { line: LineRow; admin: Admin },
): Promise<RequestedApproval | undefined> {
  const { line, kind, key, admin } = wanted
  const found = isPayout(kind)
    ? await chargeOf(sql, needs.rules, { ...wanted, kind })
    : await largeDifference(sql, needs, wanted)
  if (!found) return undefined
  const requested = await requestApproval(sql, needs.approvals, {
    action: 'bank_line',
    subject: String(line.id),
    ...(found.owner && { owner: found.owner }),
    amount: money(found.amount, line.currency),
    request: { kind, key },
    reason: found.reason,
    admin,
    now: needs.clock.now(),
  })
  if (requested instanceof Problem) throw requested
  return requested
}

const isPayout = (kind: MovementKind) => kind === 'payout' || kind === 'payout_return'

/** What the bank has kept of a payout. @throws Problem 403 for whoever approved the payout, 404 */
async function chargeOf(
  sql: Tx,
  rules: BankRules,
  { line, admin, ...wanted }: Wanted & { line: LineRow; admin: Admin },
): Promise<Difference | undefined> {
  const payout = await payoutOfLine(sql, line, wanted)
  const amount = bankCharge(rules, line, payout)
  if (amount === undefined || payout.state !== events[line.amount_minor < 0n ? 'out' : 'in'].from)
    return undefined
  // guard: bank-charge-requester
  if (await hasApproved(sql, admin, payout)) throw new Problem(bankProblems.own_payout)
  const owner = { merchantId: payout.merchant_id, environment: payout.environment }
  return { amount, owner, reason: `The bank kept ${shown(amount, line)}` }
}

/** By how much a line misses a settlement or a top-up, if one admin may not write that off. @throws Problem 404 */
async function largeDifference(
  sql: Tx,
  needs: ImportNeeds,
  { line, ...wanted }: Wanted & { line: LineRow },
): Promise<Difference | undefined> {
  const { rules } = needs
  const { amount_minor: expected } = await openMovement(sql, needs, line, wanted)
  const amount = line.amount_minor > expected ? line.amount_minor - expected : expected - line.amount_minor
  const { currency } = line
  // guard: large-difference
  if (amount <= (rules.tolerance[currency] ?? 0n) || isForOne(rules, { amount_minor: amount, currency }))
    return undefined
  return { amount, reason: `Expected ${shown(expected, line)}, booked ${shown(line.amount_minor, line)}` }
}

const shown = (minor: bigint, { currency }: LineRow) => `${amountOf(minor, currency)} ${currency}`

/** A movement that no line shows. An admin may see what amounts cannot show: a commission that was deducted, or two days paid at once. */
async function openMovement(
  sql: Tx,
  { cells, rules: { settlementDays } }: ImportNeeds,
  line: LineRow,
  { kind, key }: Wanted,
): Promise<Movement> {
  const open = await movementsFor(movementsIn(cells, sql), line, { settlementDays, tolerance: 10n ** 15n })
  const found = open.find((movement) => movement.kind === kind && movement.key === key)
  if (!found) throw new Problem(bankProblems.movement_unknown)
  return found
}

/** `by`: who says that the line shows the movement; `admin`: who decides it, which is another person for a line with a charge. */
type Assigned = Wanted & {
  line: LineRow
  admin: Admin
  by: Pick<Admin, 'name' | 'owner'>
  acceptsCharge?: true
}

/** Assigns a locked line that is open. @throws Problem as `assignLine` */
async function assignWithin(sql: Tx, needs: ImportNeeds, assigned: Assigned): Promise<void> {
  const { line, kind, key, admin, by } = assigned
  const now = needs.clock.now()
  const judgement = await assignment(sql, needs, assigned)
  await judgeLine(sql, line.id, judgement, now)
  await postSweep(sql, line, judgement, now)
  const detail = {
    kind,
    key,
    ...(judgement.charge !== undefined && { charge: amountOf(judgement.charge, line.currency) }),
    ...(by.name !== admin.name && { requested_by: by.name }),
  }
  audit(sql, needs.secrets, { admin, action: 'bank_line.assigned', subject: String(line.id), detail, now })
}

async function assignment(
  sql: Tx,
  needs: ImportNeeds,
  { line, kind, key, by, acceptsCharge }: Assigned,
): Promise<Matched> {
  if (!isPayout(kind)) {
    await openMovement(sql, needs, line, { kind, key })
    return { state: 'MATCHED', kind, key, by: by.name }
  }
  const payout = await payoutOfLine(sql, line, { kind, key })
  const finder = { ...by, matchedBy: by.name }
  const found = { line, payout, by: finder, ...(acceptsCharge && { acceptsCharge }) }
  const judgement = await judgePayout(sql, needs.rules, found, needs.clock.now())
  if (judgement.state === 'CANDIDATES') throw new Problem(bankProblems.own_payout)
  if (judgement.state === 'AMOUNT_DIFFERS') throw new Problem(bankProblems.amount_differs)
  if (judgement.state !== 'MATCHED') throw new Problem(bankProblems.movement_unknown)
  return judgement
}

/** The payout to a bank that an admin names, locked. @throws Problem 404 if the line can show no such payout */
async function payoutOfLine(sql: Tx, line: LineRow, { kind, key }: Wanted): Promise<PayoutRow> {
  const found = await payoutByPublicId(sql, key)
  const isTheirs =
    found?.type === 'bank' && found.environment === line.environment && found.currency === line.currency
  if (!isTheirs || (kind === 'payout') !== line.amount_minor < 0n)
    throw new Problem(bankProblems.movement_unknown)
  return lockedPayout(sql, found.id)
}

/**
 * Writes a line off: it needs no movement. Above the amount for one admin in 24 hours, and for who imported the file, a second person
 * confirms with the same call.
 * @throws Problem 403 for the person who asked; 404; 409 if the line was decided.
 */
export function writeOffLine(needs: ImportNeeds, id: bigint, admin: Admin, reason: string) {
  return decided<never>(needs.db, id, async (sql, line) => {
    const now = needs.clock.now()
    const act = (action: string) =>
      audit(sql, needs.secrets, { admin, action, subject: String(id), detail: { reason }, now })
    const isFirst = line.write_off_by === null
    // guard: write-off-second-person
    if (!isFirst && isSamePerson({ owner: line.write_off_owner }, admin))
      throw new Problem(bankProblems.second_person)
    if (isFirst) await sql.rows(askWriteOff, [id, admin.name, ownerOf(admin), reason])
    const waits = isFirst && !(await mayWriteOffAlone(sql, needs.rules, { line, admin, now }))
    if (!waits) await sql.rows(writeOff, [id, now, isFirst ? null : admin.name])
    act(waits ? 'bank_line.write_off_requested' : 'bank_line.written_off')
    return undefined
  })
}

/** Parts of a day count together, so that a large sum cannot be split, and who brought the line is one of the two who judge it. */
async function mayWriteOffAlone(
  sql: Tx,
  rules: BankRules,
  { line, admin, now }: { line: LineRow; admin: Admin; now: Temporal.Instant },
): Promise<boolean> {
  const { name, owner } = await importerOf(sql, line)
  // guard: write-off-of-importer
  if (isSamePerson({ owner: owner ?? null, name }, admin)) return false
  const owners = [ownerOf(admin), ...(admin.aliases ?? [])]
  const values = [line.environment, line.currency, owners, now.subtract({ hours: 24 })]
  const alone = (await sql.rows(sumAlone, values))[0]?.minor ?? 0n
  const amount = line.amount_minor < 0n ? -line.amount_minor : line.amount_minor
  return isForOne(rules, { amount_minor: alone + amount, currency: line.currency })
}

function isForOne(
  { writeOffAlone }: BankRules,
  { amount_minor, currency }: Pick<LineRow, 'amount_minor' | 'currency'>,
): boolean {
  const amount = amount_minor < 0n ? -amount_minor : amount_minor
  return amount <= (writeOffAlone[currency] ?? -1n)
}

/** @returns what `decide` returns, or else the line as it is afterwards. */
async function decided<Requested extends object>(
  db: Database,
  id: bigint,
  decide: (sql: Tx, line: LineRow) => Promise<Requested | undefined>,
) {
  const requested = await db.transaction(async (sql) => {
    await lockMatching(sql)
    return decide(sql, await lockedOpenLine(sql, id))
  })
  if (requested) return requested
  const after = await lineById(db, id)
  return renderLine(after!)
}

/** Locks a line that an admin may decide. @throws Problem 404, 409 */
async function lockedOpenLine(sql: Tx, id: bigint): Promise<LineRow> {
  const line = await lockedLine(sql, id)
  if (!line) throw new Problem(bankProblems.line_unknown)
  // guard: bank-line-decided
  if (!isOpenState(line.state)) throw new Problem(bankProblems.line_decided, { state: line.state })
  return line
}

const requestSchema = z.object({ kind: z.enum(movementKinds), key: z.string() })

const lineOf = ({ subject }: ApprovalRow) => BigInt(subject)

export function openBankLineAct(needs: ImportNeeds): Act {
  const { line_decided, movement_unknown, amount_differs, own_payout } = bankProblems
  return {
    problems: [line_decided, movement_unknown, amount_differs, own_payout],
    async lock(sql, approval) {
      await lockMatching(sql)
      await lockedLine(sql, lineOf(approval))
    },
    async perform(sql, approval, admin) {
      const line = await lockedOpenLine(sql, lineOf(approval))
      const { requested_by: name, requested_owner: owner } = approval
      const wanted = requestSchema.parse(approval.request)
      await assignWithin(sql, needs, { line, admin, by: { name, owner }, acceptsCharge: true, ...wanted })
      return {}
    },
  }
}
