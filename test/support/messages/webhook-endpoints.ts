// Further webhook endpoints of a merchant.
import { newCallbackSecret } from '../../../server/merchants/identity/credentials.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { statement } from '../../../server/platform/database/database.ts'
import { insertEndpoint } from '../../../server/webhooks/endpoints.ts'
import type { World } from '../world/world.ts'

const findMerchant = statement<{ id: bigint }>(
  'test_merchant_with_endpoint',
  'select id from merchant where merchant_code = $1',
)

/** Adds an endpoint without the message to its owners, because an address gets few messages an hour. */
export async function addEndpoint(
  { db, system }: World,
  { merchant_code }: Credentials,
  of: { url: string; events: readonly string[] },
): Promise<void> {
  const [merchant] = await db.rows(findMerchant, [merchant_code])
  const settings = { ...of, description: '', is_enabled: true }
  const made = {
    merchantId: merchant!.id,
    settings,
    secret: newCallbackSecret(),
    now: Temporal.Now.instant(),
  }
  await db.transaction((sql) => insertEndpoint(sql, system.secrets, made))
}
