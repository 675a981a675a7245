// A merchant's checkout settings.
import { z } from 'zod'
import { statement } from '../../platform/database/database.ts'
import { check, wholeNumber } from '../../platform/http/body/body.ts'
import type { Session } from '../sign-in/bearer.ts'
import type { ProfileNeeds } from './profile.ts'

const findCheckout = statement<{ checkout_attempts: number | null }>(
  'find_checkout_settings',
  'select checkout_attempts from merchant where id = $1',
)
const saveCheckout = statement(
  'set_checkout_settings',
  'update merchant set checkout_attempts = $2, version = version + 1 where id = $1',
)

export const checkoutSchema = z.object({ checkout_attempts: wholeNumber({ min: 1, max: 5 }).nullable() })

/** Reads the checkout settings; `null` stands for the default. */
export async function checkout({ db }: ProfileNeeds, { merchantId }: Session) {
  const [row] = await db.rows(findCheckout, [merchantId])
  if (!row) throw new Error('session refers to no merchant')
  return row
}

/** Changes the checkout settings for payments created from now on. @throws InvalidBody */
export async function setCheckout(needs: ProfileNeeds, session: Session, body: unknown) {
  const { checkout_attempts } = check(checkoutSchema, body, 'body')
  await needs.db.rows(saveCheckout, [session.merchantId, checkout_attempts])
  return checkout(needs, session)
}
