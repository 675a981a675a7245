// A route that merchants' systems call with the merchant secret: what its work returns is the `data` of the response. The work of a
// `repeatable` one runs once per `Idempotency-Key`.
import type { z } from 'zod'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import {
  type Call,
  type DataOf,
  type PlainBody,
  type Route,
  respond,
  succeeded,
} from '../../platform/http/endpoint.ts'
import { type Idempotency, runOnce } from '../../platform/http/idempotency.ts'
import type { Query } from './list-parameters.ts'

type Responses = Endpoint['responses']

/** @property query as sent, not checked yet. */
type MerchantCall<Params> = Call<Params> & Readonly<{ merchant: Merchant; query: Query }>

type MerchantDeclaration<Declared extends Responses, Params> = Omit<Endpoint, 'access'> &
  Readonly<{ responses: Declared; params?: Params }>

type Work<Needs, Params, Data> = Readonly<{
  work: (needs: Needs, call: MerchantCall<Params>) => Promise<Data>
}>

type MerchantNeeds = { basic: BasicAuthentication; idempotency: Idempotency }

/** Declares such a route. Its work returns the data of the response with the lowest status, and throws every other outcome. */
export function merchantEndpoint<
  const Declared extends Responses,
  Needs,
  const Params extends z.ZodRawShape = {},
>({
  work,
  ...declared
}: MerchantDeclaration<Declared, Params> & Work<Needs, Params, DataOf<PlainBody<Declared>>>): Route<
  Needs & MerchantNeeds
> {
  const handle = async (needs: Needs & MerchantNeeds, call: Call<Params>) => {
    const merchant = await needs.basic.authenticate(call.request)
    // Fastify reads every query into an object.
    const query = call.request.query as Query
    const run = async () => succeeded(await work(needs, { ...call, merchant, query }))
    if (!declared.repeatable) return run()
    const made = await runOnce(needs.idempotency, call.request, merchant, run, {})
    return respond(200, made.body, made.headers)
  }
  return { ...declared, access: merchantSecret, handle } as Route<Needs & MerchantNeeds>
}
