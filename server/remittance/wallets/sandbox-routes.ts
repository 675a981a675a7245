// Money for trying: a sandbox merchant tops up its own wallet.
import type { FastifyInstance } from 'fastify'
import { newId } from '../../kernel/id.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { decimalNumber } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replayingAtomically } from '../../platform/http/idempotency.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { topUpSandbox as topUp } from '../acceptance/endpoints.ts'
import { success } from '../acceptance/routes.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { addMoneyWithin, balanceOf } from './merchant-reads.ts'
import { mostToppedUp } from './wallet.ts'

export function registerSandboxTopUp(
  app: FastifyInstance,
  needs: { db: Database; clock: Clock; basic: BasicAuthentication; idempotency: Idempotency },
): void {
  const { basic, idempotency } = needs
  app.post('/api/v1/remittance/sandbox/topup', { config: { api: topUp } }, async (request, reply) => {
    const merchant = await basic.authenticate(request)
    const body = jsonBody(request)
    const answer = await replayingAtomically(idempotency, request, merchant, (sql) =>
      topUpSandbox(needs, merchant, body, sql),
    )
    if (answer === 'stale') throw new Error('a wallet is never stale')
    return success(reply.headers(answer.headers), answer.body as object)
  })
}

/**
 * Answers the balance it comes to. @param sql the transaction it becomes part of.
 * @throws Problem 400, 403 for a merchant of real money.
 */
export async function topUpSandbox(
  { db, clock }: { db: Database; clock: Clock },
  merchant: { id: bigint; environment: Environment },
  body: unknown,
  sql?: Sql,
) {
  if (merchant.environment !== 'sandbox') throw new Problem(remittanceProblems.sandbox_only)
  const amount = amountIn(body)
  const now = clock.now()
  const book = async (within: Sql) => {
    await addMoneyWithin(within, merchant, { amount, key: newId(), now })
    return balanceOf(within, merchant, now)
  }
  return sql ? book(sql) : db.transaction(book)
}

function amountIn(body: unknown): bigint {
  const sent = (body as { amount?: unknown } | null)?.amount
  if (sent === undefined || sent === null)
    throw new Problem(remittanceProblems.field_missing, {}, {}, [
      { field: 'amount', message: 'Field required' },
    ])
  const digits = decimalNumber.safeParse(sent).data
  const minor = digits === undefined ? undefined : parseMoney(digits, 'USD')?.minor
  if (minor !== undefined && minor > 0n && minor <= mostToppedUp) return minor
  const message = 'A number more than 0, of at most two decimals, at most 10000.00'
  throw new Problem(remittanceProblems.amount, {}, {}, [{ field: 'amount', message }])
}
