// The database is lost and restored from the command line's backup, beside a gateway and operators that remember
// everything: the books agree to the cent, pending work completes, and no payout is doubled.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { simulatedRates } from '../../server/adapters/rate-settings.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { openRetainedSecrets } from '../../server/platform/retained-keys.ts'
import { allIsQuiet, type Transfers, transfersOf, walletAddsUp } from '../support/callers/transfers.ts'
import { cellOfTests, databaseUrl } from '../support/database/database.setup.ts'
import { eventually } from '../support/http/eventually.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'
import { adminToken, unlimited } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

const directory = mkdtempSync(join(tmpdir(), 'likuta-drill-'))
const backup = join(directory, 'backup')
const restored = `drill_${randomBytes(6).toString('hex')}`
const masterKey = randomBytes(32).toString('base64')

let world: World
let transfers: Transfers
/** The same system after the restore. */
let second: World
let wrongKey: Awaited<ReturnType<typeof likuta>>
let service: Run
let environment: Record<string, string>

/** What existed before the loss and must be found after it. */
let known: {
  payments: Map<string, string>
  lost: string
  underWay: string
  reference: string
  transactionId: string
}

beforeAll(async () => {
  world = await openWorld({
    settings: { MASTER_KEY: masterKey, INQUIRY_AFTER_SECONDS: '15', OPERATOR_INQUIRY_AFTER_SECONDS: '15' },
    sandbox: { operators: { outcomeAfterMs: { min: 50, max: 100 } } },
  })
  transfers = transfersOf(world)
  environment = environmentOf(world)
  known = await traffic()
  // As a service does when it starts.
  const keys = { masterKey: Buffer.from(masterKey, 'base64'), previous: [] }
  await openRetainedSecrets(keys, { sql: world.db, clock: world.clock })
  assert.equal((await likuta(['backup', backup])).code, 0)
  assert.equal((await world.status(known.lost)).transaction_status, 'PENDING', 'too late for the drill')
  await lose()
  await administer(`create database ${restored}`)
  environment.DATABASE_URL = databaseUrl(inject('postgresUrl'), restored)
  environment.MASTER_KEY = randomBytes(32).toString('base64')
  wrongKey = await likuta(['restore', backup])
  environment.MASTER_KEY = masterKey
  const { code, stderr } = await likuta(['restore', backup])
  assert.equal(code, 0, stderr)
  second = {
    ...world,
    db: openDatabase(environment.DATABASE_URL, { connections: 2, name: 'drill', cell: cellOfTests }),
  }
  transfers = transfersOf(second)
  service = runLikuta(['start'], environment)
  await readyUrl(service)
})

afterAll(async () => {
  service?.child.kill('SIGTERM')
  await service?.exited
  await second?.db.close()
  await world.close()
  await administer(`drop database if exists ${restored} with (force)`)
  rmSync(directory, { recursive: true, force: true })
})

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function environmentOf({ system: { settings }, sandboxUrl, url }: World): Record<string, string> {
  const gateway = settings.gateways.sandbox!
  return {
    PORT: String(settings.PORT),
    BASE_URL: url,
    DATABASE_URL: settings.DATABASE_URL,
    LIKUTA_DATA_DIR: join(directory, 'data'),
    MASTER_KEY: masterKey,
    ADMIN_TOKENS: `amina:${adminToken}`,
    CARD_GATEWAY_SANDBOX_URL: gateway.url,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    OPERATORS_SANDBOX: JSON.stringify(settings.operators.sandbox),
    RATE_PROVIDER: 'open-exchange-rates',
    RATE_PROVIDER_URL: simulatedRates(sandboxUrl).url,
    RATE_PROVIDER_KEY: 'sandbox',
    INQUIRY_AFTER_SECONDS: '1',
    OPERATOR_INQUIRY_AFTER_SECONDS: '1',
    WEBHOOK_SPEED: '50',
    LOG_LEVEL: 'error',
    ...unlimited,
  }
}

async function likuta(parameters: string[]) {
  const run = runLikuta(parameters, environment)
  return { code: await run.exited, stdout: run.stdout(), stderr: run.stderr() }
}

/** The gateway's id of the charge of a payment. */
async function chargeOf(transactionUuid: string): Promise<string> {
  const [charge] = await world.db.rows<{ upstream_id: string }>(
    {
      name: 'drill_charge',
      text: `select o.upstream_id from operation o join card_transaction t on t.id = o.card_transaction_id
              where o.kind = 'charge' and t.transaction_uuid = $1`,
    },
    [transactionUuid],
  )
  return charge!.upstream_id
}

/**
 * Payments, a refund, a void, transfers and their webhooks, plus a payment and a transfer whose reply is lost just
 * before the end.
 */
async function traffic(): Promise<typeof known> {
  await world.topUp('200.00')
  const pay = async (number?: string) => {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link, number)
    return transactionUuid
  }
  const paid = await Promise.all([pay(), pay('5555555555554444'), pay(), pay('4000000000000002')])
  const ids = await Promise.all(paid.map(chargeOf))
  const act = (what: string, id: string, body: object) =>
    world.admin('POST', `/api/v1/admin/payment/${what}/${id}`, { reason: 'a drill', ...body })
  const undone = [await act('refunds', ids[0]!, { amount: 5 }), await act('voids', ids[1]!, {})]
  assert.deepEqual(
    undone.map(({ status }) => status),
    [200, 200],
  )
  const callback_url = transfers.callbackUrl('drill')
  const done = await transfers.accepted({ reference: 'drill-done', callback_url })
  await transfers.reaches('drill-done', 'Successful')
  const declined = { customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' }
  await transfers.accepted({ reference: 'drill-declined', ...declined })
  await transfers.reaches('drill-declined', 'Failed')
  await allIsQuiet(world)
  const payments = new Map<string, string>()
  for (const uuid of paid) payments.set(uuid, (await world.status(uuid)).transaction_status)

  const lost = await pay('4000000000000259')
  const operations = ['/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment']
  await world.fault({ target: 'operator', mode: 'lost-reply', operations })
  await transfers.accepted({ reference: 'drill-under-way', callback_url })
  await eventually('the reply is lost', async () => (await transfers.kinds('drill-under-way')).length > 1)
  await world.fault({ mode: 'off', target: 'operator' })
  const reference = 'drill-done'
  return { payments, lost, underWay: 'drill-under-way', reference, transactionId: done.transaction_id }
}

/** The old system is lost with its database; only its backup, the master key and the upstreams remain. */
async function lose(): Promise<void> {
  await world.system.close()
  world.system.close = async () => {}
  await world.db.rows({ name: 'lose', text: 'drop schema shared, control, cell_1 cascade' })
}

describe('after the loss of the database', () => {
  test('a wrong master key is reported before anything is restored, so the right one can be used [S-58]', () => {
    assert.notEqual(wrongKey.code, 0)
    assert.match(wrongKey.stderr, /MASTER_KEY: is not the key that this database was sealed with/)
  })

  test('secrets open with the master key, and the audit log is unbroken after the restore [S-58]', async () => {
    assert.equal((await likuta(['keys', 'status'])).code, 0)
    const audit = await likuta(['audit', 'verify'])
    assert.equal(audit.code, 0, audit.stdout)
    assert.match(audit.stdout, /^[1-9]\d* rows, unbroken/)
    const wrong = { ...environment, MASTER_KEY: randomBytes(32).toString('base64') }
    const refused = runLikuta(['audit', 'verify'], wrong)
    assert.equal(await refused.exited, 1)
    assert.match(refused.stderr(), /MASTER_KEY: is not the key/)
  })

  test('every payment and transfer is as before, for merchants with the same keys', async () => {
    for (const [uuid, status] of known.payments)
      assert.equal((await second.status(uuid)).transaction_status, status)
    assert.equal((await transfers.status('drill-done')).status, 'Successful')
    assert.equal((await transfers.status('drill-declined')).status, 'Failed')
  })

  test('pending work completes: the lost charge is found, the payout is inquired about', async () => {
    await eventually(
      'the charge is found',
      async () => (await second.status(known.lost)).transaction_status === 'SUCCESS',
    )
    await transfers.reaches(known.underWay, 'Successful')
  })

  test('a transfer repeated after the restore gets its stored response, and nothing is paid twice', async () => {
    const repeated = await transfers.accepted({
      reference: known.reference,
      callback_url: transfers.callbackUrl('drill'),
    })
    assert.equal(repeated.transaction_id, known.transactionId)
    const { payouts } = await second.operatorBooks()
    for (const { executions } of payouts) assert(executions <= 1)
  })

  test('the restored books agree with gateway, wallets, ledger and histories, to the cent', async () => {
    await allIsQuiet(second)
    const today = second.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    const { code, stdout } = await likuta(['reconcile', '--date', today, '--json'])
    const report = JSON.parse(stdout)
    assert.equal(code, 0, stdout)
    assert(report.matched >= 4, stdout)
    assert(report.wallets.checked >= 1 && report.wallets.differs.length === 0, stdout)
    await walletAddsUp(second, transfers)
  })

  test('control: the comparison detects a wallet that was changed by hand', async () => {
    const change = (sign: '+' | '-') =>
      second.db.rows({
        name: `change ${sign}`,
        text: `update wallet set available_minor = available_minor ${sign} 1`,
      })
    await change('+')
    const { code } = await likuta(['reconcile'])
    await change('-')
    assert.equal(code, 1)
  })

  test('new payments and transfers work after the restore', async () => {
    assert(existsSync(join(backup, 'manifest.json')))
    const { transactionUuid, link } = await second.createOrder()
    await second.payByCalls(link)
    assert.equal((await second.status(transactionUuid)).transaction_status, 'SUCCESS')
  })
})
