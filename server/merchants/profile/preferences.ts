// What the portal shows a merchant first, and the time zone of its days. Neither changes what the merchant may do.
import { z } from 'zod'
import { type Sql, statement } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { type SalesChannel, salesChannels, timeZone } from '../identity/sales-channel.ts'
import type { Session } from '../sign-in/bearer.ts'

export type Preferences = { sells_by: SalesChannel | null; time_zone: string }

export const preferencesSchema = z.object({ sells_by: z.enum(salesChannels).nullable(), time_zone: timeZone })
const findPreferences = statement<Preferences>(
  'find_merchant_preferences',
  'select sells_by, time_zone from merchant where id = $1',
)
const setMerchantPreferences = statement<Preferences>(
  'set_merchant_preferences',
  'update merchant set sells_by = $2, time_zone = $3 where id = $1 returning sells_by, time_zone',
)

export async function preferences(
  { db }: { db: Sql },
  { merchantId }: Pick<Session, 'merchantId'>,
): Promise<Preferences> {
  const [row] = await db.rows(findPreferences, [merchantId])
  if (!row) throw new Error('there is no such merchant')
  return row
}

/** @throws InvalidBody */
export async function setPreferences(needs: { db: Sql }, session: Session, body: unknown) {
  const { sells_by, time_zone } = check(preferencesSchema, body, 'body')
  await needs.db.rows(setMerchantPreferences, [session.merchantId, sells_by, time_zone])
  return { sells_by, time_zone }
}
