// What operators report by themselves. It is authenticated as its protocol allows, stored once under a key of what it
// says, acknowledged, and only then applied: so nothing is lost when we die, and nothing is applied twice.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import type { Environment } from '../merchants/merchant.ts'
import { batched } from '../platform/batch.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, statement } from '../platform/database.ts'
import { sendJson } from '../platform/http.ts'
import type { Log } from '../platform/log.ts'
import { acknowledge } from '../platform/operation.ts'
import { requestProblems } from '../platform/problems.ts'
import type { Secrets } from '../platform/secrets.ts'
import { isCallbackToken } from './callback-address.ts'
import type { OperatorFor } from './dispatch.ts'
import { openException } from './exceptions.ts'
import { type CallbackRequest, type OperatorCode, operatorCodes, type Word } from './operator.ts'
import { refuseReversal } from './reversal.ts'
import type { Settle, Settled } from './settle.ts'

export type CallbackNeeds = {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  operatorFor: OperatorFor
  wake: () => void
}

type News = {
  environment: Environment
  operator: OperatorCode
  reference: string
  word: Word
  amount?: string
}

const store = statement<{ id: bigint }>(
  'store_operator_callbacks',
  `insert into operator_callback (environment, operator, news_key, reference, news, received_at, next_attempt_at)
   select environment, operator, decode(news_key, 'hex'), reference, news, $2, $2
     from json_to_recordset($1) as c (environment text, operator text, news_key text, reference text, news jsonb)
   on conflict (environment, operator, news_key) do nothing returning id`,
)

/** Operators report by POST or PUT, as their protocol has it. */
export function registerOperatorCallbacks(app: FastifyInstance, needs: CallbackNeeds): void {
  const keep = batched<News, undefined>(async (all) => {
    await needs.db.rows(store, [JSON.stringify(all.map(toRow)), needs.clock.now()])
    return all.map(() => undefined)
  })
  app.route<{ Params: { environment: string; operator: string; token: string } }>({
    method: ['POST', 'PUT'],
    url: '/api/v1/operator-callbacks/:environment/:operator/:token',
    config: { api: 'unlisted', largeBodies: true },
    handler: async (request, reply) => {
      const { environment, operator, connection } = addressed(needs, request.params)
      const callback = toCallback(request)
      const read = await connection.readCallback(callback)
      if (read.kind === 'news') {
        const amount = read.amount && `${read.amount.minor} ${read.amount.currency}`
        await keep({
          environment,
          operator,
          reference: read.reference,
          word: read.word,
          ...(amount && { amount }),
        })
        needs.wake()
        return accept(reply, connection.acknowledge(callback))
      }
      needs.log.warn('a callback was refused', {
        route: operator,
        state: read.kind,
        reason: read.cause,
        address: request.ip,
      })
      if (read.kind === 'forged') throw new Problem(requestProblems.not_found)
      throw new Problem(requestProblems.bad_request)
    },
  })
}

function addressed(
  { secrets, operatorFor }: CallbackNeeds,
  sent: { environment: string; operator: string; token: string },
) {
  const environment = (['sandbox', 'production'] as const).find((known) => known === sent.environment)
  const operator = operatorCodes.find((known) => known === sent.operator)
  const connection = environment && operator && operatorFor(environment, operator)
  if (!connection || !isCallbackToken(secrets, environment, operator, sent.token))
    throw new Problem(requestProblems.not_found)
  return { environment, operator, connection }
}

function toCallback(request: FastifyRequest): CallbackRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  return {
    method: request.method,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: request.rawBody,
    path: request.url,
    authority: request.headers.host ?? '',
  }
}

function accept(reply: FastifyReply, { status, body }: { status: number; body?: object }) {
  return body ? sendJson(reply.code(status), body) : reply.code(status).send()
}

/** The same news has the same key, however often and in whatever bytes it is sent. */
function toRow({ environment, operator, reference, word, amount }: News) {
  const news = { word, ...(amount && { amount }) }
  const told = JSON.stringify([reference, news])
  return { environment, operator, reference, news, news_key: createHash('sha256').update(told).digest('hex') }
}

type CallbackRow = {
  id: bigint
  operator: OperatorCode
  environment: Environment
  reference: string
  news: { word: Word; amount?: string }
  received_at: Temporal.Instant
  attempts: number
}

const claimNew = statement<CallbackRow>(
  'claim_operator_callbacks',
  `update operator_callback c set next_attempt_at = $2, attempts = attempts + 1
     from (select id from operator_callback where state = 'new' and next_attempt_at <= $1
            order by next_attempt_at, id limit $3 for update skip locked) due
    where c.id = due.id
   returning c.id, c.environment, c.operator, c.reference, c.news, c.received_at, c.attempts`,
)
type Call = {
  id: string
  kind: 'payout' | 'reversal'
  transfer_id: bigint
  amount_minor: bigint
  operator: OperatorCode
  environment: Environment
}

/** Some protocols tell of a reversal under its own reference. */
const findCalls = statement<Call>(
  'find_operator_calls_by_reference',
  `select o.id, o.kind, o.transfer_id, o.amount_minor, t.operator, t.environment
     from operation o join transfer t on t.id = o.transfer_id
    where o.kind in ('payout', 'reversal') and o.upstream_ref = any($1)`,
)
const finishCallbacks = statement(
  'finish_operator_callbacks',
  `update operator_callback c set state = r.state, applied_at = $2, next_attempt_at = null
     from json_to_recordset($1) as r (id bigint, state text) where c.id = r.id`,
)

export type ApplyNeeds = {
  db: Database
  clock: Clock
  log: Log
  settle: Settle
  operatorFor: OperatorFor
  wake: () => void
}

const atOnce = 64
/** Longer than a round may take: when it is over, another worker takes what is left. */
const leaseSeconds = 30
/** A reference we do not know may be on its way to us; after a day it is nobody's. */
const orphanedAfterHours = 24
const mostAttempts = 20

/** Applies what was stored; true when there was any. */
export async function applyCallbacks(needs: ApplyNeeds): Promise<boolean> {
  const { db, clock } = needs
  const now = clock.now()
  const claimed = await db.rows(claimNew, [now, now.add({ seconds: leaseSeconds }), atOnce])
  if (claimed.length === 0) return false
  const calls = await db.rows(findCalls, [claimed.map(({ reference }) => reference)])
  const byReference = new Map(calls.map((call) => [call.id, call]))
  // Words that were settled together end together.
  const finish = batched<{ id: string; state: string }, undefined>(async (all) => {
    await db.rows(finishCallbacks, [JSON.stringify(all), clock.now()])
    return all.map(() => undefined)
  })
  await Promise.all(
    claimed.map(async (callback) => {
      const call = byReference.get(callback.reference)
      const state = await apply(needs, callback, call).catch((error) =>
        giveUpLate(needs, callback, call, error),
      )
      if (state) await finish({ id: String(callback.id), state })
    }),
  )
  needs.wake()
  return true
}

/** Undefined leaves it for a later round. */
async function apply(
  needs: ApplyNeeds,
  callback: CallbackRow,
  call: Call | undefined,
): Promise<'applied' | 'ignored' | 'orphaned' | undefined> {
  const { db, clock, settle } = needs
  const { word } = callback.news
  if (!call) {
    const age = callback.received_at.until(clock.now()).total('hours')
    return age > orphanedAfterHours ? 'orphaned' : undefined
  }
  if (!(await fits(needs, callback, call))) return 'ignored'
  if (word.kind === 'pending') {
    await acknowledge(db, call.id)
    return 'ignored'
  }
  const { id: operation, transfer_id: transfer } = call
  if (call.kind === 'payout') return stateOf(await settle({ operation, transfer, word, source: 'callback' }))
  if (word.kind === 'reversed')
    return stateOf(await settle({ call: 'reversal', operation, transfer, word, source: 'callback' }))
  // A success that is not called a reversal moves no money: the payout is asked after.
  if (word.kind === 'succeeded') return 'ignored'
  await refuseReversal({ db, clock }, { id: operation, transfer }, `${word.code} ${word.message}`)
  return 'applied'
}

/** What cannot be applied, whatever the reason, does not keep the rest from being applied, and does not go unseen. */
function giveUpLate(
  { log }: ApplyNeeds,
  { attempts, reference }: CallbackRow,
  call: Call | undefined,
  error: unknown,
): 'orphaned' | undefined {
  const isOver = attempts >= mostAttempts
  log.error(
    isOver
      ? 'a callback could never be applied: somebody must look at it'
      : 'a callback could not be applied',
    {
      error,
      attempt: attempts,
      reason: reference,
      ...(call && { operation: call.id }),
    },
  )
  return isOver ? 'orphaned' : undefined
}

const stateOf = (settled: Settled) => (settled === 'settled' ? 'applied' : 'ignored')

/** It comes from the operator that was called, and is about the amount that was asked for. */
async function fits(
  { db, clock, log, operatorFor }: ApplyNeeds,
  { reference, news: { word, amount }, operator, environment }: CallbackRow,
  call: Call,
): Promise<boolean> {
  const protocolOf = (code: OperatorCode) => operatorFor(environment, code)?.protocol
  const isTheirs = call.environment === environment && protocolOf(call.operator) === protocolOf(operator)
  const movesMoney = word.kind === 'succeeded' || word.kind === 'reversed'
  const asked = `${call.amount_minor} USD`
  const isOtherAmount = movesMoney && amount !== undefined && amount !== asked
  if (isTheirs && !isOtherAmount) return true
  if (isTheirs) {
    const done = word.kind === 'succeeded' ? 'paid' : 'taken back'
    const detail = `${amount} (smallest units) were reported ${done}, ${asked} were to be`
    await openException(db, { transfer: call.transfer_id, kind: 'amount_differs', detail }, clock.now())
  }
  log.error('a callback does not fit what was called: somebody must look at it', {
    operation: call.id,
    reason: reference,
  })
  return false
}
