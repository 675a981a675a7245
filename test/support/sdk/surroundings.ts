// What the tests of the clients in other languages find in their environment.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { addAvailable, usableDestination } from '../callers/payouts.ts'
import { inboundBody } from '../world/bodies.ts'
import type { World } from '../world/world.ts'

/** The sandbox, a merchant with money, and one without. */
export async function surroundingsOf(world: World, merchant: Credentials): Promise<Record<string, string>> {
  const poor = await world.register()
  await addAvailable(world, merchant, 20_000n)
  return {
    LIKUTA_URL: world.url,
    SANDBOX_URL: world.sandboxUrl,
    LIKUTA_API_KEY: merchant.api_key,
    LIKUTA_API_SECRET: merchant.api_secret,
    LIKUTA_MERCHANT_CODE: merchant.merchant_code,
    LIKUTA_MERCHANT_SECRET: merchant.merchant_secret,
    LIKUTA_CALLBACK_SECRET: merchant.callback_secret,
    LIKUTA_EMAIL: merchant.email,
    LIKUTA_PASSWORD: merchant.password,
    LIKUTA_DESTINATION: await usableDestination(world, merchant),
    LIKUTA_TRANSFER: JSON.stringify(inboundBody()),
    POOR_CODE: poor.merchant_code,
    POOR_SECRET: poor.merchant_secret,
    POOR_EMAIL: poor.email,
    POOR_PASSWORD: poor.password,
  }
}
