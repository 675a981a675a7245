// The merchant's evidence: texts and files are collected call by call, and sent once. An admin then files it at the gateway.
import { createHash } from 'node:crypto'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { isUuid } from '../../kernel/id.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { readUploadedFile, type UploadedFile } from '../../platform/documents/uploaded-file.ts'
import { check } from '../../platform/http/body/body.ts'
import { cardProblems } from '../transaction/problems.ts'
import { alertOfFiledEvidence, enqueueDisputeEvent } from './notices.ts'
import {
  type DisputeFileRow,
  type DisputeRow,
  type EvidenceTexts,
  evidenceFields,
  filesOf,
  recordInHistory,
  recordSubmitted,
} from './queries.ts'
import { type DisputeNeeds, recordDisputeMove, withLockedDispute } from './record-move.ts'
import { tooLate, whyNot } from './responses.ts'
import { type Evidence, evidenceSchema } from './schemas.ts'

const maxFiles = 5

const setTexts = statement('set_dispute_evidence', 'update card_dispute set evidence = $2 where id = $1')
const insertFile = statement(
  'insert_dispute_file',
  `insert into card_dispute_file (dispute_id, name, type, sha256, content, created_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (dispute_id, sha256) do nothing`,
)
// guard: dispute-file-owner
const findFile = statement<Pick<DisputeFileRow, 'name' | 'type'> & { content: Buffer }>(
  'find_dispute_file',
  'select name, type, content from card_dispute_file where public_id = $1 and dispute_id = $2',
)

/** A file of a dispute with its content. @throws Problem 404 */
export async function readStoredFile(sql: Pick<Tx, 'rows'>, dispute: Pick<DisputeRow, 'id'>, id: string) {
  const [file] = isUuid(id) ? await sql.rows(findFile, [id, dispute.id]) : []
  if (!file) throw new Problem(cardProblems.dispute_file_unknown)
  return file
}

/**
 * Keeps what was sent, and sends the evidence if `submit` says so. An empty text removes the one before; a text that is not
 * sent stays. The same file is stored once.
 * @param actor who sends it, as the audit log names it.
 * @throws InvalidBody, Problem 409
 */
export async function saveEvidence(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  { body, actor }: { body: unknown; actor: Admin },
): Promise<void> {
  const sent = check(evidenceSchema, body, 'body')
  const file = sent.file && { name: sent.file.name, ...fileOf(sent.file.content) }
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    const at = needs.clock.now()
    const fault = whyNot(locked, 'evidence_sent') ?? tooLate(locked, at)
    if (fault) throw fault
    const texts = textsWith(locked.evidence, sent)
    await sql.rows(setTexts, [locked.id, JSON.stringify(texts)])
    if (file) await addFile(sql, locked, file, at)
    const note = (action: string, more: Record<string, string>) => {
      const detail = { dispute_id: locked.dispute_id, ...more }
      audit(sql, needs.secrets, {
        admin: actor,
        action,
        subject: transaction.transaction_uuid,
        detail,
        now: at,
      })
    }
    // guard: evidence-audit
    note('dispute.evidence_saved', file ? { file: file.name } : {})
    if (!sent.submit) return
    if (Object.keys(texts).length + (await filesOf(sql, locked.id)).length === 0)
      throw new Problem(cardProblems.dispute_evidence_missing)
    await recordDisputeMove(sql, locked, transaction, 'evidence_sent', { actor: actor.name, at })
    note('dispute.evidence_sent', {})
  })
  if (sent.submit) needs.wake()
}

// guard: evidence-remove-owner
const deleteFile = statement<{ name: string }>(
  'delete_dispute_file',
  'delete from card_dispute_file where public_id = $1 and dispute_id = $2 returning name',
)

/**
 * Removes a file that was not sent yet. Evidence that is sent meanwhile keeps it, because both lock the dispute.
 * @param actor who removes it, as the audit log names it.
 * @throws Problem 404, 409
 */
export async function removeEvidenceFile(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  { fileId, actor }: { fileId: string; actor: Admin },
): Promise<void> {
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    const now = needs.clock.now()
    // guard: evidence-remove-unsent
    const fault = whyNot(locked, 'evidence_sent') ?? tooLate(locked, now)
    if (fault) throw fault
    const [file] = isUuid(fileId) ? await sql.rows(deleteFile, [fileId, locked.id]) : []
    if (!file) throw new Problem(cardProblems.dispute_file_unknown)
    const detail = { dispute_id: locked.dispute_id, file: file.name }
    const subject = transaction.transaction_uuid
    // guard: evidence-remove-audit
    audit(sql, needs.secrets, { admin: actor, action: 'dispute.evidence_removed', subject, detail, now })
  })
}

function textsWith(known: EvidenceTexts, sent: Evidence): EvidenceTexts {
  const all = evidenceFields.map((name) => [name, sent[name] ?? known[name] ?? ''] as const)
  return Object.fromEntries(all.filter(([, text]) => text !== ''))
}

function fileOf(content: string): UploadedFile {
  const file = readUploadedFile(content)
  if (typeof file !== 'string') return file
  const messages = {
    format: 'not a complete PDF, JPEG or PNG file',
    size: 'more than 5 MiB',
    active: 'PDF files with scripts, actions or attachments are not accepted',
  }
  const msg = `Value error, ${messages[file]}`
  throw new InvalidBody([{ type: 'value_error', loc: ['body', 'file', 'content'], msg, input: null }])
}

async function addFile(
  sql: Tx,
  { id }: DisputeRow,
  { name, type, bytes }: UploadedFile & { name: string },
  at: Temporal.Instant,
): Promise<void> {
  await sql.rows(insertFile, [id, name, type, createHash('sha256').update(bytes).digest(), bytes, at])
  // guard: evidence-file-count
  if ((await filesOf(sql, id)).length > maxFiles) throw new Problem(cardProblems.dispute_files_too_many)
}

/**
 * Marks the evidence as filed at the gateway and tells the merchant; marked once, it stays so.
 * @throws Problem 409 unless evidence was sent.
 */
export async function markEvidenceSubmitted(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  admin: Admin,
): Promise<void> {
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    if (locked.submitted_at !== null) return
    if (locked.state !== 'EVIDENCE_SENT')
      throw new Problem(cardProblems.dispute_state, { state: locked.state })
    const now = needs.clock.now()
    await recordInHistory(sql, locked, 'submitted', { actor: admin.name, at: now })
    await recordSubmitted(sql, locked.id, now)
    const dispute = { ...locked, submitted_at: now }
    await enqueueDisputeEvent(sql, { dispute, transaction, event: 'submitted', at: now })
    // guard: dispute-filed-alert
    await alertOfFiledEvidence(sql, { dispute, transaction, at: now })
    const detail = { dispute_id: locked.dispute_id }
    const subject = transaction.transaction_uuid
    audit(sql, needs.secrets, { admin, action: 'dispute.evidence_submitted', subject, detail, now })
  })
}
