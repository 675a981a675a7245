// What a merchant states about itself: how it sells, which decides what the portal shows first, and the time zone of its days. Neither
// changes what the merchant may do.
import { z } from 'zod'
import { isTimeZone } from '../../kernel/time-zone.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'
import { check, optional, refused, text, wholeNumber } from '../../platform/http/body/body.ts'

/** How a merchant mainly uses the service. */
export const salesChannels = ['link', 'site', 'transfer'] as const
export type SalesChannel = (typeof salesChannels)[number]

export const defaultTimeZone = 'Africa/Kinshasa'

export const timeZone = text({ min: 1, max: 64 }).refine(
  isTimeZone,
  refused('value_error', 'Value error, unknown time zone'),
)

/** The preferences that a sign-up may state. */
export const signUpPreferences = {
  sells_by: optional(z.enum(salesChannels)),
  time_zone: optional(timeZone),
  checkout_attempts: optional(wholeNumber({ min: 1, max: 5 })).meta({
    description: 'How many cards a payer may try for one payment; the portal proposes 3.',
  }),
}

export type Preferences = { sells_by: SalesChannel | null; time_zone: string }

export const preferencesSchema = z.object({ sells_by: z.enum(salesChannels).nullable(), time_zone: timeZone })
const findPreferences = commonStatement<Preferences>(
  'find_merchant_preferences',
  'select sells_by, time_zone from merchant where id = $1',
)
const setMerchantPreferences = commonStatement<Preferences>(
  'set_merchant_preferences',
  'update shared.merchant set sells_by = $2, time_zone = $3 where id = $1 returning sells_by, time_zone',
)

export async function preferences(
  { db }: { db: Sql },
  { merchantId }: { merchantId: bigint },
): Promise<Preferences> {
  const [row] = await db.rows(findPreferences, [merchantId])
  if (!row) throw new Error('there is no such merchant')
  return row
}

/** @throws InvalidBody */
export async function setPreferences(
  needs: { db: Sql },
  { merchantId }: { merchantId: bigint },
  body: unknown,
) {
  const { sells_by, time_zone } = check(preferencesSchema, body, 'body')
  await needs.db.rows(setMerchantPreferences, [merchantId, sells_by, time_zone])
  return { sells_by, time_zone }
}
