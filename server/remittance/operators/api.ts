// The admin routes to list operators with their health, and to pause and resume them. They require an admin token.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { pausedQueues, type QueuePause } from '../../ledger/queue-pause.ts'
import { type OperatorFor, operatorQueue } from '../../operator-calls/operator.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type Listed, sumsOfCells } from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, environmentName, listResponse, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { type Call, endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import {
  action,
  actionOf,
  adminTransferEndpoint,
  exampleTime,
  may,
  reasonBody,
  reasonSchema,
} from '../http/endpoint-parts.ts'
import { stamp } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { operatorName } from '../transfer/schemas.ts'
import { type OperatorAccount, type PauseNeeds, pauseOperator, resumeOperator } from './pause.ts'
import { nameOf, operatorHealth, stateOf } from './standing.ts'

type WaitingRow = { queue: string; pending: bigint; collecting: bigint; unknown: bigint }
const countWaiting = statement<WaitingRow>(
  'count_waiting_in_operator_queues',
  `select queue, count(*) filter (where state <> 'unknown' and kind <> 'collection') as pending,
          count(*) filter (where kind = 'collection') as collecting,
          count(*) filter (where state = 'unknown' and kind <> 'collection') as unknown
     from operation where state in ('intent', 'sent', 'unknown') and queue like 'operator:%' group by queue`,
)

/** `pending` counts calls to be sent, `collecting` payments from wallets without an outcome, `unknown` other calls whose outcome is not known yet. */
export async function renderOperators(
  { db: sql, cells: listed }: { db: Sql; cells: Listed },
  operators: { accounts: readonly OperatorAccount[]; find: OperatorFor },
) {
  const health = await operatorHealth(sql)
  const waiting = new Map((await sumsOfCells(listed, countWaiting)).map((row) => [row.queue, row]))
  const pauses = await pausedQueues(sql)
  return operators.accounts.flatMap(({ environment, operator }) => {
    const connection = operators.find(environment, operator)
    const queue = operatorQueue(environment, operator)
    const known = health.get(nameOf({ environment, operator }))
    const pause = pauses.get(queue)
    if (!connection) return []
    return {
      environment,
      operator,
      protocol: connection.protocol,
      state: pause ? ('paused' as const) : stateOf(known),
      last_success_at: known?.last_success_at ? stamp(known.last_success_at) : null,
      last_failure_at: known?.last_failure_at ? stamp(known.last_failure_at) : null,
      last_failure: known?.last_failure ?? null,
      pause: pause ? renderPause(pause) : null,
      allowed_actions: {
        pause: actionIn(pause ? 'paused already' : undefined),
        resume: actionIn(pause ? undefined : 'not paused'),
      },
      takes_payments: connection.collections !== undefined,
      pending: Number(waiting.get(queue)?.pending ?? 0),
      collecting: Number(waiting.get(queue)?.collecting ?? 0),
      unknown: Number(waiting.get(queue)?.unknown ?? 0),
    }
  })
}

/** @param state the state that forbids the action, as worded in the error; undefined if it is allowed. */
const actionIn = (state: string | undefined) =>
  actionOf(state === undefined ? undefined : new Problem(problems.pause_unchanged, { state }).message)

export function renderPause({ reason, paused_by, paused_at }: QueuePause) {
  return { reason, paused_by, paused_at: stamp(paused_at) }
}

export const pause = z
  .object({ reason: z.string(), paused_by: z.string(), paused_at: zonelessStamp })
  .meta({ id: 'OperatorPause' })

export const operatorState = z
  .object({
    environment: environmentName,
    operator: operatorName,
    protocol: z.string(),
    state: z.enum(['up', 'down', 'paused']),
    last_success_at: zonelessStamp.nullable(),
    last_failure_at: zonelessStamp.nullable(),
    last_failure: z.string().nullable(),
    pause: pause.nullable(),
    allowed_actions: z.object({ pause: action, resume: action }),
    takes_payments: z.boolean().meta({ description: 'Whether its wallets can pay at the checkout.' }),
    pending: z.int().meta({ description: 'Calls waiting to be made.' }),
    collecting: z
      .int()
      .meta({ description: 'Payments from wallets whose outcome is open: most payers are being asked.' }),
    unknown: z.int().meta({ description: 'Other calls with an unknown outcome.' }),
  })
  .meta({ id: 'OperatorState' })

export const exampleOperator = {
  environment: 'sandbox',
  operator: 'vodacom',
  protocol: 'mpesa',
  state: 'up',
  last_success_at: exampleTime,
  last_failure_at: null,
  last_failure: null,
  pause: null,
  allowed_actions: { pause: may, resume: { allowed: false, reason: 'The operator is not paused' } },
  takes_payments: true,
  pending: 0,
  collecting: 0,
  unknown: 0,
} as const

const operatorsResponse = listResponse('Operators', operatorState, exampleOperator)

const operatorResponse = dataResponse('OperatorResponse', operatorState, exampleOperator)

const place = { environment: environmentName, operator: operatorName }
const ofPauses = [problems.operator_unknown, problems.pause_unchanged]

type OperatorViewNeeds = {
  db: Sql
  cells: Cells
  operators: { accounts: readonly OperatorAccount[]; find: OperatorFor }
}
type Change = typeof pauseOperator | typeof resumeOperator

/** Runs a change of the operator that the path names, and responds with the operator. */
const changing =
  (change: Change) =>
  async (needs: PauseNeeds & OperatorViewNeeds, { request, params }: Call<typeof place>) => {
    const account = needs.operators.accounts.find(
      ({ environment, operator }) => environment === params.environment && operator === params.operator,
    )
    const known = account && (await viewOf(needs, account))
    if (!known) throw new Problem(problems.operator_unknown)
    const { reason } = check(reasonSchema, jsonBody(request), 'body')
    await change(needs, account, { reason, admin: adminOf(request) })
    return succeeded((await viewOf(needs, account)) ?? known)
  }

async function viewOf(needs: OperatorViewNeeds, { environment, operator }: OperatorAccount) {
  const views = await renderOperators(needs, needs.operators)
  return views.find((view) => view.environment === environment && view.operator === operator)
}

export const operatorRoutes = [
  endpointOfCells({
    ...adminTransferEndpoint,
    id: 'listOperators',
    method: 'GET',
    path: '/api/v1/admin/operators',
    priority: 'list',
    access: admins('read'),
    summary: 'List operators and their health',
    responses: { 200: operatorsResponse },
    handle: async (needs: OperatorViewNeeds) =>
      succeeded({ items: await renderOperators(needs, needs.operators) }),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'pauseOperator',
    method: 'POST',
    path: '/api/v1/admin/operators/:environment/:operator/pause',
    priority: 'order',
    access: admins('operations'),
    stepUp: 'emergency',
    conflictOfInterest: 'service',
    summary: 'Pause an operator',
    params: place,
    body: reasonBody,
    responses: { 200: operatorResponse },
    problems: ofPauses,
    handle: changing(pauseOperator),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'resumeOperator',
    method: 'POST',
    path: '/api/v1/admin/operators/:environment/:operator/resume',
    priority: 'order',
    access: admins('operations'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Resume an operator',
    params: place,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: operatorResponse },
    problems: [stepUpProblem, ...ofPauses],
    handle: changing(resumeOperator),
  }),
]
