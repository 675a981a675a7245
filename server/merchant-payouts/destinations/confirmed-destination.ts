// What a step-up for a payout destination confirms: the number or the account that money will go to.
import type { z } from 'zod'
import { readPhone } from '../../kernel/phone-number.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ConfirmedAct } from '../../platform/http/confirmed-act.ts'
import { payeeOfTarget } from '../payout/responses.ts'
import { destinationsOf } from './queries.ts'
import type { newDestinationSchema } from './schemas.ts'

/** The addition of a destination, in the form in which it is stored; undefined for a number that is none, which is refused and never echoed. */
export function additionOf(wanted: z.output<typeof newDestinationSchema>): ConfirmedAct | undefined {
  const payee =
    wanted.type === 'bank'
      ? `${wanted.holder}, ${wanted.bic}, ${wanted.account}`
      : readPhone(wanted.number)?.digits
  return payee === undefined ? undefined : { act: 'payout_destination.add', payee }
}

/** The confirmation or removal of a destination; undefined if the merchant has no such one. */
export async function changeOf(
  { db }: { db: Sql },
  session: Session,
  id: string,
  change: 'confirm' | 'remove',
): Promise<ConfirmedAct | undefined> {
  const found = (await destinationsOf(db, session)).find(({ public_id }) => public_id === id.toLowerCase())
  if (!found) return undefined
  return { act: `payout_destination.${change}`, subject: found.public_id, payee: payeeOfTarget(found) }
}
