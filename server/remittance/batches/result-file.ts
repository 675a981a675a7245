// The result of a batch as CSV: what became of each row, for the books of whoever uploaded it.
import type { FastifyReply } from 'fastify'
import { byteOrderMark, csvOf, type Line, openDownloads } from '../../platform/http/downloads.ts'
import type { BatchRow } from './queries.ts'
import { rowsAfter } from './queries.ts'
import { renderRow } from './responses.ts'
import type { BatchNeeds } from './upload.ts'

const headings = [
  ...[
    'row',
    'reference',
    'state',
    'customer_number',
    'expected_receiver_name',
    'source_amount',
    'source_currency',
  ],
  ...[
    'receiver_amount',
    'receiver_currency',
    'fee',
    'transaction_id',
    'transfer_reference',
    'code',
    'message',
    'completed_at',
  ],
]

const send = openDownloads()

export async function resultFile(
  needs: BatchNeeds,
  reply: FastifyReply,
  batch: BatchRow,
): Promise<FastifyReply> {
  return send(reply, batch.merchant_id, {
    type: 'text/csv; charset=utf-8',
    filename: `${batch.batch_id}.csv`,
    pieces: piecesOf(needs, batch),
  })
}

async function* piecesOf({ db, secrets }: BatchNeeds, batch: BatchRow): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([headings])
  for (let after = 0; ; ) {
    const rows = await db.rows(rowsAfter, [batch.id, after])
    const last = rows.at(-1)
    if (!last) return
    yield csvOf(rows.map((row) => lineOf(renderRow(secrets, batch.batch_id, row))))
    after = last.number
  }
}

function lineOf(row: ReturnType<typeof renderRow>): Line {
  const number = (value: { rawJSON: string } | null) => value?.rawJSON ?? null
  return [
    ...[String(row.row), row.reference, row.state, row.customer_number, row.expected_receiver_name],
    ...[number(row.source_amount), row.source_currency, number(row.receiver_amount), 'USD', number(row.fee)],
    ...[row.transaction_id, row.transfer_reference],
    row.errors.map(({ code }) => code).join(' '),
    row.errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; '),
    row.completed_at && `${row.completed_at}Z`,
  ]
}
