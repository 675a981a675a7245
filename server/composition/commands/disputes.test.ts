// `likuta disputes import`: applies the lines of a file as those of the gateway's report are applied.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../test/support/callers/disputes.ts'
import { runLikuta } from '../../../test/support/http/process.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let bench: DisputeBench
let folder: string
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  bench = openDisputeBench(world)
  folder = mkdtempSync(join(tmpdir(), 'likuta-disputes-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const header = 'case_number,kind,transaction_uuid,amount,currency,at,payment_id,reason_code,reason,respond_by'

/** Imports a file of these lines, with or without the header. */
async function importLines(lines: readonly string[], ...more: string[]) {
  const file = join(folder, 'disputes.csv')
  writeFileSync(file, [header, ...lines].join('\n'))
  const { settings } = world.system
  const gateway = settings.gateways.sandbox!
  const made = runLikuta(['disputes', 'import', file, ...more], {
    DATABASE_URL: settings.DATABASE_URL,
    MASTER_KEY: settings.MASTER_KEY,
    LIKUTA_DATA_DIR: folder,
    CARD_GATEWAY_SANDBOX_URL: gateway.url,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    CARD_DISPUTE_FEE: 'USD=15',
  })
  return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
}

const caseOf = (uuid: string) =>
  bench.rows(
    `select d.state, d.taken_minor, d.fee_minor, d.reason_code from card_dispute d
       join card_transaction t on t.id = d.transaction_id where t.transaction_uuid = $1`,
    [uuid],
  )
const imports = () =>
  bench.rows<{ detail: string }>(
    `select detail from audit_log where action = 'dispute.imported' order by seq`,
  )

test('a case imported from a file takes its amount and fee once, however often the file is imported', async () => {
  const { uuid } = await bench.paid(30)
  const before = await bench.available()
  const lines = [
    `CB-1,opened,${uuid},30.00,USD,2026-11-20T09:00:00Z,,13.1,Goods not received,2026-12-07T00:00:00Z`,
  ]
  const first = await importLines(lines, '--json')
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(JSON.parse(first.stdout)).toEqual({ applied: 1, known: 0, exceptions: 0, waiting: 0 })
  const again = await importLines(lines, '--json')
  expect(again.code).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject({ applied: 0, known: 1 })
  expect(await caseOf(uuid)).toMatchObject([
    { state: 'OPEN', taken_minor: 3_000n, fee_minor: 1_500n, reason_code: '13.1' },
  ])
  expect(await bench.available()).toBe(before - 4_500n)
  expect((await imports()).map(({ detail }) => JSON.parse(detail))).toEqual(
    Array(2).fill({ lines: '1', environment: 'sandbox' }),
  )
})

test('the audit log names the decisions of an imported file', async () => {
  const { uuid } = await bench.paid(30)
  await importLines([
    `CB-8,opened,${uuid},30.00,USD,2026-11-20T09:00:00Z,,,,`,
    `CB-8,won,${uuid},30.00,USD,2026-11-21T09:00:00Z,,,,`,
  ])
  expect(JSON.parse((await imports()).at(-1)!.detail)).toMatchObject({ lines: '2', decisions: 'won CB-8' })
})

test('a file with a fault in any line applies none, and names each line at fault', async () => {
  const { uuid } = await bench.paid(30)
  const audited = (await imports()).length
  const { code, stdout, stderr } = await importLines([
    `CB-2,opened,${uuid},30.00,USD,2026-11-20T09:00:00Z,,,,`,
    `CB-2,settled,${uuid},30.00,USD,2026-11-21T09:00:00Z,,,,`,
    `CB-2,won,${uuid},-1,USD,2026-11-22T09:00:00Z,,,,`,
    `CB-2,won,,30.00,USD,yesterday,,,,`,
    `CB-2,won,${uuid},30.00,USD,2099-11-22T09:00:00Z,,,,`,
  ])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('line 3: kind is not one of inquiry, opened, won, lost')
  expect(stderr).toContain('line 4: amount or currency is invalid')
  expect(stderr).toContain('line 6: at is in the future')
  expect(stderr).toContain('line 5: transaction_uuid or payment_id is missing')
  expect(await caseOf(uuid)).toEqual([])
  expect((await imports()).length).toBe(audited)
})

test('lines in any order, and one of an unknown payment, are applied as the report would', async () => {
  const { uuid } = await bench.paid(30)
  const { code, stdout } = await importLines(
    [
      `CB-3,won,${uuid},30.00,USD,2026-11-22T09:00:00Z,,,,`,
      `CB-3,opened,${uuid},30.00,USD,2026-11-20T09:00:00Z,,,,`,
      'CB-4,opened,LKT-UNKNOWN,30.00,USD,2026-11-20T09:00:00Z,,,,',
    ],
    '--json',
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ applied: 2, known: 0, exceptions: 1, waiting: 0 })
  expect(await caseOf(uuid)).toMatchObject([{ state: 'WON' }])
})

test('a payment_id of another payment and an absurd amount are refused, and nothing is applied', async () => {
  const [{ uuid }, other] = [await bench.paid(30), await bench.paid(31)]
  const line = (amount: string, id: string) =>
    `CB-5,opened,${uuid},${amount},USD,2026-11-20T09:00:00Z,${id},,,`
  for (const id of ['123', other.paymentId]) {
    const { code, stderr } = await importLines([line('30.00', id)])
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringContaining(`case CB-5: payment_id ${id} is not that of ${uuid}`),
    ])
  }
  const absurd = await importLines([line('99999999999999.00', '')])
  expect([absurd.code, absurd.stderr]).toEqual([
    1,
    expect.stringContaining('case CB-5: amount is more than twice what was paid'),
  ])
  expect(await caseOf(uuid)).toEqual([])
})

test('a case that waits or needs a decision is named with its reason', async () => {
  const { uuid } = await bench.paid(30)
  await bench.rows(
    `update card_transaction set running_operation = (select id from operation limit 1) where transaction_uuid = $1`,
    [uuid],
  )
  const { code, stderr } = await importLines([
    `CB-6,opened,${uuid},30.00,USD,2026-11-20T09:00:00Z,,,,`,
    'CB-7,opened,LKT-UNKNOWN,30.00,USD,2026-11-20T09:00:00Z,,,,',
  ])
  expect(code).toBe(1)
  expect(stderr).toContain('case CB-6: dispute waits for a void')
  expect(stderr).toContain('case CB-7: dispute needs a decision')
})

test('an environment that does not exist is refused before the file is read', async () => {
  const { code, stderr } = await importLines([], '--environment', 'test')
  expect(code).toBe(2)
  expect(stderr).toContain('test is not one of sandbox, production')
})
