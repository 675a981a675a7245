// Takes in the rows of a batch. Nothing is checked here but what the file as a whole must be; a worker goes on.
import type { Environment } from '../kernel/environment.ts'
import { randomCode } from '../kernel/id.ts'
import { Problem } from '../kernel/problem.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { openMutexPerOwner } from '../platform/process/concurrency.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { digestsOfRows, fingerprintOf, sealFields, type UploadedRow } from './fields.ts'
import type { BatchKind } from './kind.ts'
import { batchProblems } from './problems.ts'
import { type BatchRow, findSameContent, insertBatch, insertRows, lockBatch, lockUploads } from './queries.ts'

export type BatchNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

export type Uploader = {
  merchantId: bigint
  environment: Environment
  /** Absent for a server of the merchant. */
  person?: BatchPerson
}

/** Who uploads, corrects or confirms a batch: a user of the merchant, or an admin. */
export type BatchPerson = {
  /** By which two persons are told apart. */
  id: string
  /** Other ids under which the same person may have acted. */
  aliases?: readonly string[]
  /** What readers of the batch know them by. */
  name: string
  role: string | null
}

type BatchFile = { bytes: Buffer; type: 'csv' | 'json'; name: string }

const sameContentDays = 30
const rowsAtOnce = 500

/** A file of 8 MiB takes some memory while it is read, so a process reads one at a time for each cell. */
const oneAtATime = openMutexPerOwner()

/** @throws Problem RMT-1005, RMT-1034 */
export async function uploadBatch(
  needs: BatchNeeds,
  kind: BatchKind,
  uploader: Uploader,
  { bytes, type, name }: BatchFile,
  record: (sql: Tx, batch: BatchRow) => void = () => {},
): Promise<BatchRow> {
  const { db, clock, secrets } = needs
  const batch = await oneAtATime(db, 'upload', async () => {
    // Loaded with the first file: few processes read any.
    const { readBatchFile } = await import('./read-file.ts')
    const read = await readBatchFile(kind.file, bytes, type)
    const { rows, currency } = await kind.fill(needs, uploader, read)
    const batchId = `BAT-${randomCode(12, db.cell)}`
    const digests = await digestsOfRows(rows, kind.digestOf)
    const sealed = rows.map((row, at) => {
      const alike = kind.alikeOf?.(read[at]?.fields ?? {}).toString('hex') ?? null
      return storedRow(secrets, batchId, { ...row, digest: digests[at] ?? '', alike })
    })
    const content = fingerprintOf(digests)
    // The same file stays the same after what a profile says has changed.
    const uploaded = fingerprintOf(await digestsOfRows(read, kind.digestOf))
    return db.transaction(async (sql) => {
      const { merchantId, environment, person } = uploader
      await sql.rows(lockUploads, [`${merchantId} ${environment}`])
      const now = clock.now()
      const since = sameContentSince(now)
      const [same] = await sql.rows(findSameContent, [
        merchantId,
        environment,
        [content, uploaded],
        since,
        null,
      ])
      if (same) throw repeated(same.batch_id)
      const head = [batchId, merchantId, environment, name, rows.length, content, uploaded]
      const by = [person?.id ?? null, person?.name ?? null, now]
      const [made] = await sql.rows(insertBatch, [...head, ...by, kind.name, currency])
      for (let at = 0; at < sealed.length; at += rowsAtOnce)
        await sql.rows(insertRows, [JSON.stringify(sealed.slice(at, at + rowsAtOnce)), made!.id])
      const stored = await lockBatch(sql, made!.id)
      record(sql, stored)
      return stored
    })
  })
  needs.wake()
  return batch
}

export const sameContentSince = (now: Temporal.Instant) => now.subtract({ hours: 24 * sameContentDays })

export const repeated = (batchId: string) =>
  new Problem(batchProblems.batch_repeated, { batch_id: batchId }, {}, [
    { field: 'batch_id', message: batchId },
  ])

type HashedRow = UploadedRow & { digest: string; alike: string | null }

function storedRow(secrets: Secrets, batchId: string, row: HashedRow) {
  const { number, reference, subject, profiles = [], faults, digest, alike } = row
  return {
    ...{ number, reference, subject, profiles, faults, digest, alike },
    fields_sealed: sealFields(secrets, batchId, row).toString('base64'),
  }
}
