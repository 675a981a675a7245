// Replacing the master key beside running processes loses nothing when interrupted and leaves nothing under the old key.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transfersOf } from '../../test/support/callers/transfers.ts'
import { runLikuta } from '../../test/support/http/process.ts'
import { oneCell } from '../../test/support/world/cells.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { audit, verifyAudit } from '../admin/audit.ts'
import { checkoutSignature, isCheckoutSignature } from '../cards/checkout/checkout-addresses.ts'
import { addApiKey, merchantSecretHash } from '../merchants/identity/credentials.ts'
import type { Database } from '../platform/database/database.ts'
import { openRetainedSecrets } from '../platform/retained-keys.ts'
import type { Secrets } from '../platform/secrets.ts'
import { rotateKeys, sealedColumns, sealedUnder } from './key-rotation.ts'

const oldKey = randomBytes(32)
const newKey = randomBytes(32)
const thirdKey = randomBytes(32)
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
/** Enough merchants for two and a half pages of the largest sealed column. */
const manyKeys = 250

const dataDirectory = mkdtempSync(join(tmpdir(), 'likuta-keys-'))
let world: World
let before: Secrets
let both: Secrets

const secretsOf = (masterKey: Buffer, previous: Buffer[] = []) =>
  openRetainedSecrets({ masterKey, previous }, { sql: world.db, clock: world.clock })

beforeAll(async () => {
  // Processes in the first step of a rotation decrypt with both keys and encrypt with the old one.
  world = await openWorld({
    settings: { MASTER_KEY: oldKey.toString('base64'), MASTER_KEY_PREVIOUS: newKey.toString('base64') },
  })
  before = await secretsOf(oldKey)
  both = await secretsOf(newKey, [oldKey])
  await world.topUp('100.00')
  await world.payByCalls((await world.createOrder()).link)
  await transfersOf(world).accepted()
  // The first key that signs receipts is created when it is needed.
  await fetch(`${world.url}/.well-known/receipt-keys.json`)
  await world.db.transaction(async (sql) =>
    audit(sql, before, { admin, action: 'test', subject: 'before', detail: {}, now: world.clock.now() }),
  )
  const other = await world.register()
  const [row] = await world.db.rows<{ id: bigint }>(
    { name: 'merchant_id', text: 'select id from merchant where merchant_code = $1' },
    [other.merchant_code],
  )
  const owner = { merchantId: row!.id, environment: 'sandbox' as const, now: world.clock.now() }
  for (let i = 0; i < manyKeys; i++) await addApiKey(world.db, before, owner)
})
afterAll(async () => {
  await world.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

/** A database whose process is killed after this many pages were sealed. */
function dyingAfter(pages: number): Database {
  let left = pages
  return {
    ...world.db,
    rows: async (statement, values) => {
      if (statement.name.startsWith('change_') && left-- === 0) throw new Error('killed')
      return world.db.rows(statement, values)
    },
  }
}

/** Keeps the command line from looking for simulators. */
function gateway(): Record<string, string> {
  const { url, merchantId, keyId, sharedSecret } = world.system.settings.gateways.sandbox!
  return {
    CARD_GATEWAY_SANDBOX_URL: url,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: sharedSecret,
    LIKUTA_DATA_DIR: dataDirectory,
  }
}

const stillServes = async () => {
  assert.equal((await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'x' })).status, 404)
  await transfersOf(world).accepted()
  return true
}

test('every sealed column of the schema is covered by the rotation [S-58]', async () => {
  const columns = await world.db.rows<{ name: string }>({
    name: 'sealed_columns',
    text: `select distinct table_name || '.' || column_name as name from information_schema.columns
            where table_schema = any(current_schemas(false)) and data_type = 'bytea' and column_name ~ 'sealed'`,
  })
  expect(columns.map(({ name }) => name).sort()).toEqual(sealedColumns.map(({ name }) => name).sort())
})

describe('a master key rotation', () => {
  test('a rotation from a master key that the database was not sealed with is refused', async () => {
    await assert.rejects(secretsOf(randomBytes(32)), /MASTER_KEY: is not the key/)
  })

  test('a killed rotation leaves the service working and resumes where it stopped [S-58]', async () => {
    const dying = { cells: oneCell(dyingAfter(4)), secrets: both, clock: world.clock }
    await assert.rejects(rotateKeys(dying, admin), /killed/)
    const half = await sealedUnder(oneCell(world.db), both)
    const counts = half.find(({ column }) => column === 'api_key.api_secret_sealed')!
    assert(counts.current > 0 && counts.previous > 0 && counts.unreadable === 0, JSON.stringify(counts))
    assert(await stillServes())
    expect(await verifyAudit(world.db, both)).not.toHaveProperty('broken')

    const needs = { cells: oneCell(world.db), secrets: both, clock: world.clock }
    const { columns } = await rotateKeys(needs, admin)
    const keys = columns.find(({ column }) => column === 'api_key.api_secret_sealed')!
    assert.equal(keys.sealed_anew, counts.previous, 'a resumed rotation must not repeat finished pages')
    assert(await stillServes())
    // A second run from the start finds what processes of the first step have sealed since.
    const repeated = await rotateKeys(needs, admin)
    assert.equal(repeated.retired, 0)
  })

  test('a rotation leaves nothing that needs the old key', async () => {
    const after = await secretsOf(newKey)
    for (const state of await sealedUnder(oneCell(world.db), after))
      assert.deepEqual([state.previous, state.unreadable], [0, 0], state.column)
    const states = await sealedUnder(oneCell(world.db), after)
    for (const column of ['transfer.parties_sealed', 'screened_party.document_sealed', 'earlier_key.sealed'])
      assert(states.find((state) => state.column === column)!.current > 0, `${column} was not tried`)
    await assert.rejects(secretsOf(oldKey), /MASTER_KEY: is not the key/)
  })

  test('a rotation keeps hashed look-ups: merchant secrets and screened persons', async () => {
    const after = await secretsOf(newKey)
    for (const purpose of ['merchant-secret', 'screened-person', 'screened-document'])
      assert.deepEqual(after.mac(purpose, 'text'), before.mac(purpose, 'text'))
    const [row] = await world.db.rows<{ hash: Buffer }>(
      { name: 'hash', text: 'select merchant_secret_hash as hash from merchant where merchant_code = $1' },
      [world.merchant.merchant_code],
    )
    assert.deepEqual(merchantSecretHash(after, world.merchant.merchant_secret), row!.hash)
  })

  test('checkout links of both keys work while both are set, then only those of the new key', async () => {
    const after = await secretsOf(newKey)
    const [old, fresh] = [checkoutSignature(before, 'LKT-1'), checkoutSignature(after, 'LKT-1')]
    assert.notEqual(old, fresh)
    for (const sent of [old, fresh]) assert(isCheckoutSignature(both, 'LKT-1', sent))
    assert(isCheckoutSignature(after, 'LKT-1', fresh))
    assert(!isCheckoutSignature(after, 'LKT-1', old))
  })

  test('a rotation can be repeated at the command line', async () => {
    const likuta = async (parameters: string[], keys: Record<string, string>) => {
      const { DATABASE_URL } = world.system.settings
      const run = runLikuta(parameters, {
        DATABASE_URL,
        MASTER_KEY: thirdKey.toString('base64'),
        ...gateway(),
        ...keys,
      })
      return { code: await run.exited, output: run.stdout() + run.stderr() }
    }
    const both = { MASTER_KEY_PREVIOUS: newKey.toString('base64') }
    const before = await likuta(['keys', 'status'], both)
    assert.equal(before.code, 1, before.output)
    const alone = await likuta(['keys', 'rotate'], { MASTER_KEY: newKey.toString('base64') })
    assert.match(alone.output, /MASTER_KEY_PREVIOUS: must be set/)
    const rotated = await likuta(['keys', 'rotate'], both)
    assert.equal(rotated.code, 0, rotated.output)
    const after = await likuta(['keys', 'status'], {})
    assert.equal(after.code, 0, after.output)
  })

  test('a rotation keeps the audit log intact; rows forged with an old key are found [S-20] [S-58]', async () => {
    const after = await secretsOf(thirdKey)
    expect(await verifyAudit(world.db, after)).not.toHaveProperty('broken')
    await world.db.transaction(async (sql) =>
      audit(sql, before, { admin, action: 'test', subject: 'forged', detail: {}, now: world.clock.now() }),
    )
    const { broken } = await verifyAudit(world.db, after)
    assert.equal(broken?.reason, 'was written with a key that had been retired')
  })
})
