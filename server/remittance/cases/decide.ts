// What admins do to a case: open one for a transfer, write notes, propose its outcome, and confirm or return a proposal.
import { type Admin, actorOf, ownerOf } from '../../admin/access.ts'
import { cellOfTransfer } from '../../kernel/cell.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Cells, cellOf } from '../../platform/database/cells.ts'
import { controlStatement } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { transferById } from '../transfer/queries.ts'
import { audited, type CaseNeeds, withLockedCase } from './allowed-actions.ts'
import type { CaseOutcome } from './case-row.ts'
import { moveCase, recordInCase } from './case-row.ts'
import { type DocumentNeeds, freezeDeclaration, hasDeclaration } from './declaration/declaration.ts'
import { assignItem } from './gather.ts'
import type { PartyRole } from './person.ts'

type Decision = { reason: string; admin: Admin }

const insertItem = controlStatement<{ id: bigint }>(
  'insert_requested_case_item',
  `insert into compliance_case_item (kind, environment, merchant_id, transfer_id, role, added_at)
   values ('request', $1, $2, $3, $4, $5) returning id`,
)
const findRequested = controlStatement<{ case_id: string }>(
  'find_open_case_of_request',
  `select c.case_id from compliance_case_item i join compliance_case c on c.id = i.case_id
    where i.kind = 'request' and i.transfer_id = $1 and i.role = $2 and c.state <> 'CLOSED'`,
)

/**
 * Adds a transfer to the open case of its sender or receiver, or opens one. A transfer that was added to it before is not added again.
 * Returns the id of the case.
 * @throws Problem 404
 */
export async function addTransfer(
  needs: CaseNeeds & { cells: Cells },
  { transactionId, role }: { transactionId: string; role: PartyRole },
  { reason, admin }: Decision,
): Promise<string> {
  const db = cellOf(needs.cells, cellOfTransfer(transactionId))
  const transfer = await transferById(db, transactionId)
  // guard: no-case-of-erased-transfer
  if (!transfer || transfer.erased_at) throw new Problem(problems.transfer_unknown)
  return db.transaction(async (sql) => {
    const at = needs.clock.now()
    await lockForAll(sql, 'case gathering')
    const [known] = await sql.rows(findRequested, [transfer.id, role])
    if (known) return known.case_id
    const { environment, merchant_id } = transfer
    const [item] = await sql.rows(insertItem, [environment, merchant_id, transfer.id, role, at])
    const row = await assignItem(sql, needs, item!.id, { actor: actorOf(admin), at, text: reason })
    audited(sql, needs, row!, 'case.transfer_added', {
      admin,
      at,
      detail: { transaction_id: transactionId, role },
    })
    return row!.case_id
  })
}

/** @throws Problem 404; 409 if the case is closed. */
export async function addNote(
  needs: CaseNeeds,
  caseId: string,
  note: { text: string; admin: Admin },
): Promise<void> {
  await withLockedCase(needs, caseId, { action: 'add', admin: note.admin }, async (sql, row, at) => {
    await recordInCase(sql, needs.secrets, row, 'note', { actor: actorOf(note.admin), at, text: note.text })
    audited(sql, needs, row, 'case.note_added', { admin: note.admin, at })
  })
}

/** @throws Problem 404; 403 if there is no second admin; 409 if an outcome is proposed already. */
export async function proposeOutcome(
  needs: CaseNeeds,
  caseId: string,
  { outcome, reason, admin }: Decision & { outcome: CaseOutcome },
): Promise<void> {
  await withLockedCase(needs, caseId, { action: 'propose', admin }, async (sql, row, at) => {
    const by = { name: actorOf(admin), owner: ownerOf(admin) }
    // guard: declaration-before-proposal
    if (outcome === 'DECLARED' && !(await hasDeclaration(sql, row)))
      throw new Problem(problems.case_undeclared)
    await moveCase(sql, needs.secrets, row, 'proposed', { actor: by.name, at, text: reason, outcome, by })
    audited(sql, needs, row, 'case.proposed', { admin, at, detail: { outcome } })
  })
}

/**
 * Closes a case with the outcome that another person has proposed.
 * @throws Problem 404; 403 for the person who proposed it, or wrote its declaration; 409 without a proposal, or while a transfer of the case is held or an
 * alert of it is open.
 */
export async function confirmOutcome(
  needs: CaseNeeds & DocumentNeeds,
  caseId: string,
  { reason, admin }: Decision,
): Promise<void> {
  await withLockedCase(needs, caseId, { action: 'confirm', admin }, async (sql, row, at) => {
    const by = { name: actorOf(admin), owner: ownerOf(admin) }
    const moved = await moveCase(sql, needs.secrets, row, 'confirmed', {
      actor: by.name,
      at,
      text: reason,
      by,
    })
    if (moved.outcome === 'DECLARED') await freezeDeclaration(sql, needs, moved)
    audited(sql, needs, row, 'case.confirmed', { admin, at, detail: { outcome: moved.outcome } })
  })
}

/** Returns a proposed case to its officers. @throws Problem 404; 403 for the person who proposed it; 409 without a proposal. */
export async function returnCase(
  needs: CaseNeeds,
  caseId: string,
  { reason, admin }: Decision,
): Promise<void> {
  await withLockedCase(needs, caseId, { action: 'return', admin }, async (sql, row, at) => {
    await moveCase(sql, needs.secrets, row, 'returned', { actor: actorOf(admin), at, text: reason })
    audited(sql, needs, row, 'case.returned', { admin, at })
  })
}
