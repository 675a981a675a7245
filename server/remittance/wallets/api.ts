// The merchant routes to read the wallet and, in the sandbox, to top it up.
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { newIdIn } from '../../kernel/id.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import { dataResponse, named, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { decimalNumber } from '../../platform/http/body/body.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replayingAtomically } from '../../platform/http/idempotency.ts'
import { paged } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { pageQuery, walletEndpoint } from '../http/endpoint-parts.ts'
import { readPage } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { fieldProblem, remittanceProblems as problems } from '../transfer/problems.ts'
import { exampleTransactionId } from '../transfer/schemas.ts'
import { addMoneyWithin, balanceOf, walletHistory } from './merchant-reads.ts'
import { maxToppedUp } from './wallet.ts'

export const balance = z
  .object({
    currency: z.literal('USD'),
    available: z.number(),
    reserved: z.number().meta({ description: 'Reserved for transfers in progress.' }),
    total: z.number(),
    as_of: zonelessStamp,
  })
  .meta({ id: 'Balance' })

export const exampleBalance = {
  currency: 'USD',
  available: 99,
  reserved: 1,
  total: 100,
  as_of: '2026-11-21T09:30:00.118204',
} as const

export const balanceResponse = dataResponse('BalanceResponse', balance, exampleBalance)

export const lineKind = z.enum(['TOPUP', 'RESERVE', 'RELEASE', 'DEBIT', 'FEE', 'REVERSAL', 'ADJUSTMENT'])

const walletLine = z
  .object({
    id: z.string().meta({ description: 'The number of the line in this wallet.' }),
    at: zonelessStamp,
    kind: lineKind,
    amount: z.number().meta({ description: 'Negative for a debit of the available balance.' }),
    balance_after: z.number(),
    reference: z.string().nullable(),
    transaction_id: z.string().nullable(),
  })
  .meta({ id: 'WalletLine' })

export const walletLinesResponse = pageResponse('WalletLines', walletLine, {
  id: '311',
  at: '2026-11-21T09:30:00.118204',
  kind: 'RESERVE',
  amount: -1,
  balance_after: 99,
  reference: 'T-2041',
  transaction_id: exampleTransactionId,
})

export const walletRoutes = [
  merchantEndpoint({
    ...walletEndpoint,
    id: 'readBalance',
    method: 'GET',
    path: '/api/v1/remittance/balance',
    priority: 'status',
    summary: 'Read the balance of the wallet',
    responses: { 200: balanceResponse },
    work: async ({ db, clock }: { db: Database; clock: Clock }, { merchant }) =>
      balanceOf(db, merchant, clock.now()),
  }),
  merchantEndpoint({
    ...walletEndpoint,
    id: 'listWalletLines',
    method: 'GET',
    path: '/api/v1/remittance/wallet/history',
    priority: 'list',
    summary: 'List wallet movements',
    description: 'Newest first. Each balance is the previous one plus the amount.',
    query: pageQuery,
    responses: { 200: walletLinesResponse },
    problems: [problems.field_missing],
    work: async ({ db }: { db: Database }, { merchant, query }) => {
      const page = readPage(query)
      return paged(page, await walletHistory(db, merchant, page))
    },
  }),
]

export const topUpBody = named('TopUpRequest', z.object({ amount: z.number().positive().max(10_000) }), {
  amount: 5,
})

type TopUpNeeds = { db: Database; clock: Clock; basic: BasicAuthentication; idempotency: Idempotency }

/** Absent in production. */
export const sandboxRoutes = [
  endpoint({
    ...walletEndpoint,
    id: 'topUpSandbox',
    method: 'POST',
    path: '/api/v1/remittance/sandbox/topup',
    priority: 'test',
    access: merchantSecret,
    summary: 'Top up a sandbox wallet',
    body: topUpBody,
    responses: { 200: balanceResponse },
    problems: [problems.field_missing, problems.amount, problems.sandbox_only],
    repeatable: true,
    handle: async (needs: TopUpNeeds, { request }) => {
      const merchant = await needs.basic.authenticate(request)
      const sent = jsonBody(request)
      const { body, headers } = await replayingAtomically(needs.idempotency, request, merchant, (sql) =>
        topUpSandbox(needs, merchant, sent, sql),
      )
      return respond(200, succeeded(body), headers)
    },
  }),
]

/**
 * Tops up a sandbox wallet and returns the new balance.
 * @param sql the caller's transaction, if any.
 * @throws Problem 400; 403 for a live merchant.
 */
export async function topUpSandbox(
  { db, clock }: { db: Database; clock: Clock },
  merchant: { id: bigint; environment: Environment },
  body: unknown,
  sql?: Tx,
) {
  if (merchant.environment !== 'sandbox') throw new Problem(problems.sandbox_only)
  const amount = amountIn(body)
  const now = clock.now()
  const book = async (within: Tx) => {
    await addMoneyWithin(within, merchant, { amount, key: newIdIn(within.cell), now })
    return balanceOf(within, merchant, now)
  }
  return sql ? book(sql) : db.transaction(book)
}

function amountIn(body: unknown): bigint {
  const sent = (body as { amount?: unknown } | null)?.amount
  if (sent === undefined || sent === null)
    throw fieldProblem(problems.field_missing, 'amount', 'Field required')
  const digits = decimalNumber.safeParse(sent).data
  const minor = digits === undefined ? undefined : parseMoney(digits, 'USD')?.minor
  if (minor !== undefined && minor > 0n && minor <= maxToppedUp) return minor
  const message = 'Must be a number above 0, at most 10000.00, with at most two decimals'
  throw fieldProblem(problems.amount, 'amount', message)
}
