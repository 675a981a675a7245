import { expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { UpstreamRequest } from '../../../platform/network/upstream.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import { openCybersource } from '../adapter.ts'

const settings = {
  baseUrl: 'https://api.example',
  merchantId: 'shop',
  keyId: 'key',
  sharedSecret: 'c2VjcmV0',
}

/** A gateway that reports these settlements page by page, and the requests it received. */
function world(settlements: object[], status = 200) {
  const requests: URL[] = []
  const warnings: unknown[] = []
  async function call({ url }: UpstreamRequest) {
    requests.push(url)
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)))
    const page = settlements.slice(offset, offset! + limit!)
    const requestDetails = page.map((row) => ({ ...row, merchantReferenceNumber: 'LKT-1' }))
    const settlementStatuses = [{ requestId: 'p-0', status: 'SUCCEEDED' }]
    const body = JSON.stringify({ requestDetails, settlements: page, settlementStatuses })
    return { kind: 'reply' as const, status, headers: {}, body: Buffer.from(body) }
  }
  const upstream = { call, close: async () => {} }
  const log = { ...silentLog, warn: (_message: string, fields?: object) => warnings.push(fields) }
  return {
    gateway: openCybersource(settings, { log, clock: manualClock(), upstream }),
    received: requests,
    warnings,
  }
}

function purchase(i: number, changes: object = {}) {
  return {
    requestId: `p-${i}`,
    transactionType: 'Purchases',
    amount: '25.00',
    currencyCode: 'USD',
    ...changes,
  }
}

test('a daily report is read to its last page', async () => {
  const { gateway, received: requests } = world(Array.from({ length: 1_200 }, (_, i) => purchase(i)))
  const report = await gateway.reportDay('2026-02-28')
  if (report.kind !== 'report') throw new Error(report.cause)
  expect(new Set(report.lines.map(({ id }) => id)).size).toBe(1_200)
  expect(requests.map(({ searchParams }) => searchParams.get('offset'))).toEqual(['0', '500', '1000'])
  expect(Object.fromEntries(requests[0]!.searchParams)).toMatchObject({
    startTime: '2026-02-28T00:00:00Z',
    endTime: '2026-03-01T00:00:00Z',
    organizationId: 'shop',
  })
})

test('a report line has type, code, amount and settlement status', async () => {
  const { gateway } = world([purchase(0), purchase(1, { transactionType: 'Refunds', amount: 10.5 })])
  expect(await gateway.reportDay('2026-02-28')).toEqual({
    kind: 'report',
    lines: [
      { id: 'p-0', code: 'LKT-1', type: 'charge', amount: money(2500n, 'USD'), status: 'SUCCEEDED' },
      { id: 'p-1', code: 'LKT-1', type: 'refund', amount: money(1050n, 'USD'), status: 'PENDING' },
    ],
  })
})

test('report lines that cannot be read are skipped with a warning', async () => {
  const odd = [purchase(1, { transactionType: 'Gift' }), purchase(2, { currencyCode: 'XTS' })]
  const { gateway, warnings } = world([purchase(0), ...odd])
  const report = await gateway.reportDay('2026-02-28')
  expect(report.kind === 'report' && report.lines.map(({ id }) => id)).toEqual(['p-0'])
  expect(warnings).toEqual([{ count: 2 }])
})

test('a day without a report is empty; a report that cannot be fetched is unavailable', async () => {
  expect(await world([], 404).gateway.reportDay('2026-02-28')).toEqual({ kind: 'report', lines: [] })
  expect((await world([], 500).gateway.reportDay('2026-02-28')).kind).toBe('unavailable')
})
