// An operator's word about a payout, wherever it came from, is settled here and nowhere else: the operation ends, the
// transfer moves by its table, the wallet, the ledger and the story follow, and the merchant is told. A word that
// contradicts what was settled before moves nothing: the operator is asked, and unless that clears it up it goes to the
// exceptions, for people.
import assert from 'node:assert/strict'
import { resolveOperation } from '../../operations/operation.ts'
import { batched } from '../../platform/database/coalescing-batch.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { openException } from '../exceptions/exceptions.ts'
import type { DeclineReason, FinalWord } from '../operators/operator.ts'
import { formatHundredths } from '../transfer/amounts.ts'
import { costOf, lockedTransfers, type TransferRow } from '../transfer/queries.ts'
import { type TimelineEvent, type TimelineKind, tell } from '../transfer/timeline.ts'
import { moveTransfer, type Outcome, type TransferEvent, type TransferStatus } from '../transfer/transfer.ts'
import { announceTransfer } from '../transfer/webhooks.ts'
import {
  confirm,
  type Done,
  lockWallets,
  type Movement,
  move,
  type OpenWallet,
  release,
  reverse,
  saveMovements,
} from '../wallets/wallet.ts'
import { endReversals } from './request-reversal.ts'

/** A word heard of a payout, and where: an answer to the call itself, a callback, or an inquiry. */
type HeardOfPayout = {
  call?: 'payout'
  operation: string
  transfer: bigint
  word: FinalWord
  source: 'answer' | 'callback' | 'inquiry'
  /** An inquiry was made of it, so that a contradiction goes to people. */
  inquired?: true
}
/** The same of a reversal that people asked for; its `upstreamId` is that of the reversal, not of the payout. */
type HeardOfReversal = Omit<HeardOfPayout, 'call' | 'word'> & {
  call: 'reversal'
  word: Extract<FinalWord, { kind: 'reversed' }>
}
export type Heard = HeardOfPayout | HeardOfReversal

/** `known`: it changes nothing. `conflict`: people must look. `unconfirmed`: it contradicts the record; ask first. */
export type Settled = 'settled' | 'known' | 'conflict' | 'unconfirmed'

/** Settles words, many at once. */
export type Settle = (heard: Heard) => Promise<Settled>

export function openSettling({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Settle {
  return batched<Heard, Settled>(
    (all) => db.transaction((sql) => settleAll(sql, all, { log, now: clock.now() })),
    {
      maxMembers: 64,
    },
  )
}

/** What a final word does: the move, what becomes of the money, and the line that tells it. */
const consequences = {
  succeeded: {
    event: 'paid',
    to: 'Successful',
    movement: confirm,
    key: 'confirm',
    story: 'wallet.confirmed',
  },
  declined: { event: 'declined', to: 'Failed', movement: release, key: 'release', story: 'wallet.released' },
  reversed: {
    event: 'reversed',
    to: 'Reversed',
    movement: reverse,
    key: 'reverse',
    story: 'wallet.reversed',
  },
} as const satisfies Record<
  FinalWord['kind'],
  {
    event: TransferEvent
    to: TransferStatus
    movement: (cost: { amount: bigint; fee: bigint }) => Movement
    key: string
    story: TimelineKind
  }
>

/** Where a word has nothing to add: a success heard after its reversal is late, a reversal of nothing paid is nothing. */
const settledAs: Record<FinalWord['kind'], readonly TransferStatus[]> = {
  succeeded: ['Successful', 'Reversed'],
  declined: ['Failed'],
  reversed: ['Reversed', 'Failed'],
}

export const declineMessages: Record<DeclineReason, string> = {
  RECIPIENT_NOT_FOUND: 'The operator has no wallet with this number',
  RECIPIENT_NOT_ALLOWED: 'The wallet may not receive this transfer',
  RECIPIENT_LIMIT_REACHED: 'The wallet has reached a limit of the operator',
  AMOUNT_NOT_ACCEPTED: 'The operator does not accept this amount',
  OPERATOR_FLOAT_EXHAUSTED: 'The operator cannot pay out at the moment',
  REFUSED_BY_OPERATOR: 'The operator refused the payout',
}

/** What a batch has come to, to be written at its end. */
type Batch = {
  now: Temporal.Instant
  log: Log
  walletOf: (transfer: TransferRow) => OpenWallet
  done: Done[]
  events: TimelineEvent[]
  news: TransferRow[]
  reversed: Parameters<typeof endReversals>[1][number][]
}

export async function settleAll(
  sql: Sql,
  all: readonly Heard[],
  { log, now }: { log: Log; now: Temporal.Instant },
): Promise<Settled[]> {
  const transfers = await lockedTransfers(
    sql,
    all.map(({ transfer }) => transfer),
  )
  const find = await lockWallets(sql, [...transfers.values()].map(walletKey))
  const walletOf = (transfer: TransferRow) => {
    const wallet = find(walletKey(transfer))
    assert(wallet, 'a transfer that was paid for has a wallet')
    return wallet
  }
  const batch: Batch = { now, log, walletOf, done: [], events: [], news: [], reversed: [] }
  const settled: Settled[] = []
  for (const heard of all) {
    const transfer = transfers.get(heard.transfer)
    assert(transfer, 'an operation has its transfer')
    settled.push(await settle(sql, heard, transfer, batch))
  }
  await saveMovements(sql, batch.done, now)
  await endReversals(sql, batch.reversed, now)
  await tell(sql, batch.events, now)
  for (const transfer of batch.news) await announceTransfer(sql, transfer, now)
  return settled
}

/** Writes what it comes to into the row at hand as well, so that the next word of the same transfer meets it. */
async function settle(sql: Sql, heard: Heard, transfer: TransferRow, batch: Batch): Promise<Settled> {
  const { word, source } = heard
  if (settledAs[word.kind].includes(transfer.status))
    return isOtherSuccess(heard, transfer) ? paidTwice(sql, heard, transfer, batch) : 'known'
  if (word.kind === 'reversed' && transfer.status === 'Submitted') {
    // What was reversed had arrived, even if nobody told us so.
    await settle(
      sql,
      { ...heard, call: 'payout', word: { ...word, kind: 'succeeded', upstreamId: word.upstreamId ?? '' } },
      transfer,
      batch,
    )
  }
  const { event, to, movement, key, story } = consequences[word.kind]
  const outcome = heard.call === 'reversal' ? {} : outcomeOf(word)
  if (!(await moveTransfer(sql, transfer, event, outcome, batch.now)))
    return source === 'inquiry' || heard.inquired ? conflict(sql, heard, transfer, batch) : 'unconfirmed'
  if (word.kind !== 'reversed') await endOperation(sql, heard.operation, word, batch.now)
  else
    batch.reversed.push({
      id: transfer.id,
      ...(heard.call === 'reversal' && { reversal: reversalOf(heard) }),
    })
  const cost = costOf(transfer)
  const done = move(batch.walletOf(transfer), movement(cost), {
    key: `${key}:${transfer.transaction_id}`,
    transfer: transfer.id,
  })
  assert(done, 'what ends a transfer takes nothing that was not put aside')
  batch.done.push(done)
  if (source !== 'answer')
    batch.events.push({ transfer: transfer.id, kind: `telco.${source}`, detail: detailOf(word) })
  batch.events.push({
    transfer: transfer.id,
    kind: story,
    detail: `${formatHundredths(cost.amount + cost.fee)} USD`,
  })
  Object.assign(transfer, {
    status: to,
    telco_reference: outcome.telcoReference ?? transfer.telco_reference,
    failure_code: outcome.failureCode ?? null,
    failure_message: outcome.failureMessage ?? null,
    completed_at: transfer.completed_at ?? batch.now,
  })
  batch.news.push({ ...transfer })
  return 'settled'
}

function reversalOf({ operation: id, word: { upstreamId } }: HeardOfReversal) {
  return { id, ...(upstreamId && { upstreamId }) }
}

const walletKey = ({ merchant_id, environment }: TransferRow) => ({ merchantId: merchant_id, environment })

async function endOperation(
  sql: Sql,
  operation: string,
  word: FinalWord,
  now: Temporal.Instant,
): Promise<void> {
  const facts = {
    now,
    ...(word.upstreamId && { upstreamId: word.upstreamId }),
    ...(word.kind === 'declined' && { reason: `${word.code} ${word.message}`.slice(0, 300) }),
  }
  await resolveOperation(sql, operation, word.kind === 'declined' ? 'refused' : 'approved', facts)
}

/** The same payout is a success under one reference of the operator. Another one is another payment. */
function isOtherSuccess({ word, call }: Heard, { telco_reference: known }: TransferRow): boolean {
  if (word.kind !== 'succeeded' || call === 'reversal') return false
  return known !== null && Boolean(word.upstreamId) && word.upstreamId !== known
}

async function paidTwice(sql: Sql, heard: Heard, transfer: TransferRow, batch: Batch): Promise<Settled> {
  const detail = `paid as ${transfer.telco_reference}, and now told as ${detailOf(heard.word)}`
  await openException(sql, { transfer: transfer.id, kind: 'paid_twice', detail }, batch.now)
  batch.log.error('a payout is told under two references: somebody must look at it', {
    transaction_uuid: transfer.transaction_id,
    operation: heard.operation,
    reason: detail,
  })
  return 'conflict'
}

async function conflict(sql: Sql, heard: Heard, transfer: TransferRow, batch: Batch): Promise<Settled> {
  const detail = `${transfer.status}, but the operator now says ${detailOf(heard.word)}`
  const opened = await openException(
    sql,
    { transfer: transfer.id, kind: 'telco_conflict', detail },
    batch.now,
  )
  if (opened) batch.events.push({ transfer: transfer.id, kind: 'telco.conflict', detail })
  batch.log.error('an operator contradicts what was settled: somebody must look at it', {
    transaction_uuid: transfer.transaction_id,
    operation: heard.operation,
    reason: detail,
  })
  return 'conflict'
}

function outcomeOf(word: FinalWord): Outcome {
  return {
    ...(word.upstreamId && { telcoReference: word.upstreamId }),
    ...(word.kind === 'declined' && {
      failureCode: word.reason,
      failureMessage: declineMessages[word.reason],
    }),
  }
}

function detailOf(word: FinalWord): string {
  const parts = [word.kind, word.kind === 'declined' ? word.reason : '', word.upstreamId ?? '']
  return parts.filter((part) => part !== '').join(' ')
}
