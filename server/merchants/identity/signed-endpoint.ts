// A route of merchants' servers: its work runs once the signature of the request was checked. A `repeatable` one runs once per
// `Idempotency-Key`.
import type { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { keys } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import {
  type Call,
  type PlainBody,
  plainStatus,
  type Route,
  respond,
  type SentReply,
} from '../../platform/http/endpoint.ts'
import { type Idempotency, type Repetition, runOnce } from '../../platform/http/idempotency.ts'
import { type Merchant, merchantActor } from './merchant.ts'
import type { SignedRequests } from './signed-request.ts'

type Responses = Endpoint['responses']

/**
 * @property owner the merchant in the environment of its key, as lists and balances are kept.
 * @property sql the transaction, for work of an atomic route that has an `Idempotency-Key`.
 */
type SignedCall<Params> = Call<Params> &
  Readonly<{
    merchant: Merchant
    owner: { merchantId: bigint; environment: Environment }
    sql?: Tx | undefined
  }>

type SignedDeclaration<Declared extends Responses, Params> = Endpoint &
  Pick<Route<never>, 'bodyLimit' | 'exposeHeadRoute'> &
  Readonly<{ access: ReturnType<typeof keys>; responses: Declared; params?: Params }>

type Work<Needs, Params, Body> = Repetition<Body> &
  Readonly<{
    work: (needs: Needs, call: SignedCall<Params>) => Promise<Body>
  }>

/** The merchant's server as the audit log names it. */
export const serverActor = ({ merchant, request }: Pick<SignedCall<unknown>, 'merchant' | 'request'>) =>
  merchantActor({ merchantCode: merchant.merchantCode }, { address: request.ip, requestId: request.id })

export type SignedNeeds = { signedRequests: SignedRequests; idempotency: Idempotency }

/** Declares such a route. Its work returns the body with the lowest status, and throws every other outcome. */
export function signedEndpoint<
  const Declared extends Responses,
  Needs,
  const Body extends PlainBody<Declared> | SentReply<Declared>,
  const Params extends z.ZodRawShape = {},
>({
  work,
  isAtomic,
  isFinal,
  ...declared
}: SignedDeclaration<Declared, Params> & Work<Needs, Params, Body>): Route<Needs & SignedNeeds> {
  const handle = async (needs: Needs & SignedNeeds, call: Call<Params>) => {
    const merchant = await needs.signedRequests.authenticate(call.request)
    const owner = { merchantId: merchant.id, environment: merchant.environment }
    const run = (sql?: Tx) => work(needs, { ...call, merchant, owner, sql })
    if (!declared.repeatable) return run()
    const { body, headers } = await runOnce(needs.idempotency, call.request, merchant, run, {
      isAtomic,
      isFinal,
    })
    return respond(plainStatus(declared.responses), body, headers)
  }
  return { ...declared, handle } as Route<Needs & SignedNeeds>
}
