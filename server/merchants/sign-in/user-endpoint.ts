// A route of a merchant's signed-in users: what its work returns is the `data` of the response. A `repeatable` one runs once per
// `Idempotency-Key`; those that return secrets are not repeatable, because stored responses would hold them.
import type { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import type { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import {
  type Call,
  type DataOf,
  type PlainBody,
  plainStatus,
  type Route,
  respond,
  succeeded,
} from '../../platform/http/endpoint.ts'
import { type Idempotency, type Repetition, runOnce } from '../../platform/http/idempotency.ts'
import { type Session, sessionOf } from './bearer.ts'

type Responses = Endpoint['responses']

/** @property sql the transaction, for work of an atomic route that has an `Idempotency-Key`. */
type UserCall<Params> = Call<Params> & Readonly<{ session: Session; sql?: Tx | undefined }>

type UserDeclaration<Declared extends Responses, Params> = Endpoint &
  Pick<Route<never>, 'bodyLimit'> &
  Readonly<{ access: ReturnType<typeof users>; responses: Declared; params?: Params }>

type Work<Needs, Params, Data> = Repetition<Data> &
  Readonly<{
    work: (needs: Needs, call: UserCall<Params>) => Promise<Data>
  }>

/** Declares such a route. Its work returns the data of the response with the lowest status, and throws every other outcome. */
export function userEndpoint<
  const Declared extends Responses,
  Needs,
  Data extends DataOf<PlainBody<Declared>>,
  const Params extends z.ZodRawShape = {},
>({
  work,
  isAtomic,
  isFinal,
  ...declared
}: UserDeclaration<Declared, Params> & Work<Needs, Params, Data>): Route<
  Needs & { idempotency: Idempotency }
> {
  const handle = async (needs: Needs & { idempotency: Idempotency }, call: Call<Params>) => {
    const session = sessionOf(call.request)
    const run = (sql?: Tx) => work(needs, { ...call, session, sql })
    if (!declared.repeatable) return succeeded((await run()) ?? {})
    const owner = { id: session.merchantId, environment: session.environment }
    const { body, headers } = await runOnce(needs.idempotency, call.request, owner, run, {
      isAtomic,
      isFinal,
    })
    return respond(plainStatus(declared.responses), succeeded(body ?? {}), headers)
  }
  return { ...declared, handle } as unknown as Route<Needs & { idempotency: Idempotency }>
}
