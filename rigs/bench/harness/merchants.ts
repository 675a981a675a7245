// Merchants of a database under measurement.
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { openDatabase } from '../../../server/platform/database/database.ts'
import { openSecrets } from '../../../server/platform/secrets.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'

/** Registers this many sandbox merchants, all with one password. */
export async function registerMerchants(
  databaseUrl: string,
  masterKey: Buffer,
  count: number,
): Promise<Credentials[]> {
  const db = openDatabase(databaseUrl, { connections: 1, name: 'bench' })
  const needs = { db, secrets: openSecrets(masterKey), clock: systemClock, merchantPrefix: 'LKT' }
  const merchants: Credentials[] = []
  for (let i = 0; i < count; i++)
    merchants.push(
      await registerMerchant(needs, {
        name: `Bench ${i}`,
        email: `bench${i}@example.com`,
        environment: 'sandbox',
        password: 'correct horse battery',
      }),
    )
  await db.close()
  return merchants
}
