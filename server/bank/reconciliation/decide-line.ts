// What an admin decides about a bank line that could not be matched: which movement it shows, or that it is written off.
import { type Admin, ownerOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { lockedPayout, payoutByPublicId } from '../../merchant-payouts/payout/queries.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import type { ImportNeeds } from '../files/import-file.ts'
import { bankProblems } from '../problems.ts'
import type { BankRules } from '../rules.ts'
import {
  isOpenState,
  type Judgement,
  judgeLine,
  type LineRow,
  lineById,
  lockedLine,
  type MovementKind,
} from './lines.ts'
import { judgePayout } from './match-lines.ts'
import { movementsFor } from './movements.ts'
import { renderLine } from './responses.ts'

const askWriteOff = statement(
  'ask_write_off_of_bank_line',
  'update bank_line set write_off_by = $2, write_off_owner = $3, write_off_reason = $4 where id = $1',
)
const writeOff = statement(
  'write_off_bank_line',
  `update bank_line set state = 'WRITTEN_OFF', decided_at = $2, write_off_approved_by = $3 where id = $1`,
)

/**
 * Assigns a line to a movement. A payout is paid or returned by it, with the amount that was sent; nothing else moves money.
 * @throws Problem 404; 409 if the line was decided, or shows another amount than the payout.
 */
export function assignLine(
  needs: ImportNeeds,
  id: bigint,
  admin: Admin,
  { kind, key }: { kind: MovementKind; key: string },
) {
  return decided(needs, id, async (sql, line) => {
    const now = needs.clock.now()
    const judgement = await assignment(sql, needs, { line, kind, key, by: admin.name })
    await judgeLine(sql, line.id, judgement, now)
    const detail = { kind, key }
    audit(sql, needs.secrets, { admin, action: 'bank_line.assigned', subject: String(id), detail, now })
  })
}

type Assigned = { line: LineRow; kind: MovementKind; key: string; by: string }

async function assignment(
  sql: Tx,
  { rules, clock }: ImportNeeds,
  { line, kind, key, by }: Assigned,
): Promise<Judgement> {
  if (kind === 'settlement' || kind === 'top_up') {
    // An admin may see what amounts cannot show: a commission that was deducted, or two days paid at once.
    const any = 10n ** 15n
    const open = await movementsFor(sql, line, { settlementDays: rules.settlementDays, tolerance: any })
    if (!open.some((movement) => movement.kind === kind && movement.key === key))
      throw new Problem(bankProblems.movement_unknown)
    return { state: 'MATCHED', kind, key, by }
  }
  const found = await payoutByPublicId(sql, key)
  const isTheirs =
    found?.type === 'bank' && found.environment === line.environment && found.currency === line.currency
  if (!isTheirs || (kind === 'payout') !== line.amount_minor < 0n)
    throw new Problem(bankProblems.movement_unknown)
  const payout = await lockedPayout(sql, found.id)
  const judgement = await judgePayout(sql, rules, { line, payout, by }, clock.now())
  if (judgement.state === 'AMOUNT_DIFFERS') throw new Problem(bankProblems.amount_differs)
  if (judgement.state !== 'MATCHED') throw new Problem(bankProblems.movement_unknown)
  return judgement
}

/**
 * Writes a line off: it needs no movement. Above the amount for one admin, a second person confirms with the same call.
 * @throws Problem 403 for the person who asked; 404; 409 if the line was decided.
 */
export function writeOffLine(needs: ImportNeeds, id: bigint, admin: Admin, reason: string) {
  return decided(needs, id, async (sql, line) => {
    const now = needs.clock.now()
    const act = (action: string) =>
      audit(sql, needs.secrets, { admin, action, subject: String(id), detail: { reason }, now })
    const isFirst = line.write_off_by === null
    // guard: write-off-second-person
    if (!isFirst && line.write_off_owner === ownerOf(admin)) throw new Problem(bankProblems.second_person)
    if (isFirst) await sql.rows(askWriteOff, [id, admin.name, ownerOf(admin), reason])
    if (isFirst && !isForOne(needs.rules, line)) return act('bank_line.write_off_requested')
    await sql.rows(writeOff, [id, now, isFirst ? null : admin.name])
    act('bank_line.written_off')
  })
}

function isForOne({ writeOffAlone }: BankRules, { amount_minor, currency }: LineRow): boolean {
  const amount = amount_minor < 0n ? -amount_minor : amount_minor
  return amount <= (writeOffAlone[currency] ?? -1n)
}

async function decided({ db }: ImportNeeds, id: bigint, decide: (sql: Tx, line: LineRow) => Promise<void>) {
  await db.transaction(async (sql) => {
    const line = await lockedLine(sql, id)
    if (!line) throw new Problem(bankProblems.line_unknown)
    // guard: bank-line-decided
    if (!isOpenState(line.state)) throw new Problem(bankProblems.line_decided, { state: line.state })
    await decide(sql, line)
  })
  const after = await lineById(db, id)
  return renderLine(after!)
}
