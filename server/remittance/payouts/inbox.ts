// Receives operator callbacks: authenticates them as their protocol allows, stores each once under a hash of its
// content, and acknowledges them. apply-callbacks.ts does the rest, so a crash loses nothing and nothing is applied
// twice.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cellOfUuid } from '../../kernel/cell.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type OperatorCode, operatorCodes } from '../../kernel/operators.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ReportCollection } from '../../operator-calls/collection-calls.ts'
import type {
  CallbackRequest,
  ConnectedOperator,
  OperatorFor,
  OperatorOutcome,
} from '../../operator-calls/operator.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { sendJson } from '../../platform/http/http.ts'
import { atPlace, type Places } from '../../platform/http/place.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { callbackPath, isCallbackToken } from './payout.ts'

export type CallbackNeeds = {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  operatorFor: OperatorFor
  reportCollection: ReportCollection
  wake: () => void
}

type ReceivedReport = {
  environment: Environment
  operator: OperatorCode
  reference: string
  word: OperatorOutcome
  amount?: string
}

/** SQL condition: our call got a reply that leaves no doubt that the operator has the call. */
// guard: lost-payout-reply
const hasReply = (operation: string) =>
  `(${operation}.state in ('confirmed', 'declined')
    or ${operation}.state = 'unknown' and ${operation}.acknowledged and not ${operation}.uncertain)`

/**
 * A callback that arrives before the reply to our call on the same transfer needs an inquiry, however late it is
 * applied. A merchant payout has no reversals, so its own call decides. Calls are looked up one by one through their indexes, with `limit`: a plan made before the table was analyzed
 * would read all calls into a hash, for each batch.
 */
// guard: callback-inbox
const store = statement<{ reference: string }>(
  'store_operator_callbacks',
  `with sent as materialized (
     select * from json_to_recordset($1) as c (environment text, operator text, report_key text, reference text, report jsonb)
   ), giving_back as materialized (
     select c.reference from sent c
      cross join lateral (select kind, queue from operation where upstream_ref = c.reference limit 1) o
      where o.kind in ('refund', 'undo') and o.queue <> 'cards'
   ), kept as (
     insert into operator_callback (environment, operator, report_key, reference, report, received_at, next_attempt_at, needs_inquiry)
     select environment, operator, decode(report_key, 'hex'), reference, report, $2, $2, (
            select case when o.kind = 'merchant_payout' then ${hasReply('o')}
                        else (select p.id from operation p
                               where p.transfer_id = o.transfer_id and p.kind = 'payout' and ${hasReply('p')} limit 1) is not null
                         and (select r.id from operation r
                               where r.transfer_id = o.transfer_id and r.kind = 'reversal' and r.state <> 'declined'
                                 and not ${hasReply('r')} limit 1) is null end
              from operation o where o.upstream_ref = c.reference limit 1) is not true
       from sent c where c.reference not in (select reference from giving_back)
     on conflict (environment, operator, report_key) do nothing)
   select reference from giving_back`,
)

/**
 * Returns a function that stores a callback once, however often it arrives. Returns true for a payout that gives collected money back,
 * which is not stored: its inquiry is made at once instead.
 */
export function openInbox({ db, clock }: Pick<CallbackNeeds, 'db' | 'clock'>) {
  return coalescingBatch<ReceivedReport, boolean>(async (all) => {
    const rows = await db.rows(store, [JSON.stringify(all.map(toRow)), clock.now()])
    const givingBack = new Set(rows.map(({ reference }) => reference))
    return all.map(({ reference }) => givingBack.has(reference))
  })
}

/**
 * Registers the callback route. Operators use POST or PUT, depending on their protocol.
 * @param places a callback is stored in the cell of the call that it names.
 */
export function registerOperatorCallbacks<Services>(
  app: FastifyInstance,
  places: Places<Services>,
  needsOf: (services: Services) => CallbackNeeds,
): void {
  const first = needsOf(places.at[0])
  const inboxes = new Map(places.at.map((services) => [services, openInbox(needsOf(services))] as const))
  app.route<{ Params: { environment: string; operator: string; token: string } }>({
    method: ['POST', 'PUT'],
    url: callbackPath,
    config: { api: 'unlisted', priority: 'charge', largeBodies: true },
    handler: async (request, reply) => {
      const { environment, operator, connection } = addressed(first, request.params)
      const callback = toCallback(request)
      if (await isCollected(places, needsOf, connection, callback))
        return accept(reply, connection.acknowledge(callback))
      const read = await connection.readCallback(callback)
      if (read.kind === 'report') {
        const { reference, outcome: word } = read
        const amount = read.amount && `${read.amount.minor} ${read.amount.currency}`
        // guard: callback-of-absent-cell
        await atPlace(places, cellOfUuid(reference), async (services) => {
          const { reportCollection, wake } = needsOf(services)
          const report = { environment, operator, reference, word, ...(amount && { amount }) }
          const givesBack = await inboxes.get(services)?.(report)
          if (givesBack) await reportCollection({ reference, kind: word.kind })
          wake()
        })
        return accept(reply, connection.acknowledge(callback))
      }
      first.log.warn('operator callback refused', {
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

/** Whether the callback is about collected money. The inquiry that it makes due decides; nothing of it is stored. */
async function isCollected<Services>(
  places: Places<Services>,
  needsOf: (services: Services) => CallbackNeeds,
  { collections }: ConnectedOperator,
  callback: CallbackRequest,
): Promise<boolean> {
  const read = await collections?.readCallback(callback)
  if (read?.kind !== 'report' && read?.kind !== 'refund_report') return false
  const { reference, outcome } = read
  let isKnown = false
  await atPlace(places, cellOfUuid(reference), async (services) => {
    const { reportCollection, wake } = needsOf(services)
    // A refund that the operator has made is "reversed" to it, like a payment that it took back.
    const kind = read.kind === 'refund_report' && outcome.kind === 'reversed' ? 'refunded' : outcome.kind
    const why = outcome.kind === 'declined' && {
      reason: outcome.reason,
      code: outcome.code,
      message: outcome.message,
    }
    isKnown = await reportCollection({ reference, kind, ...why })
    wake()
  })
  return isKnown
}

function addressed(
  { secrets, operatorFor }: CallbackNeeds,
  sent: { environment: string; operator: string; token: string },
) {
  const environment = (['sandbox', 'production'] as const).find((known) => known === sent.environment)
  const operator = operatorCodes.find((known) => known === sent.operator)
  const connection = environment && operator && operatorFor(environment, operator)
  // guard: callback-token
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

/** Callbacks with the same content get the same key, however often and in whatever encoding they are sent. */
function toRow({ environment, operator, reference, word, amount }: ReceivedReport) {
  const report = { word, ...(amount && { amount }) }
  const reported = JSON.stringify([reference, report])
  return {
    environment,
    operator,
    reference,
    report,
    report_key: createHash('sha256').update(reported).digest('hex'),
  }
}
