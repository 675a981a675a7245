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
const period = ['2026-11-20T00:00:00.5Z', '2026-11-21T00:00:00Z'].map((text) =>
  Temporal.Instant.from(text),
) as [Temporal.Instant, Temporal.Instant]

/** A gateway that reports these rows, and what it received. */
function world(chargebackDetails: unknown, status = 200) {
  const requests: URL[] = []
  const warnings: unknown[] = []
  async function call({ url }: UpstreamRequest) {
    requests.push(url)
    const body = Buffer.from(JSON.stringify({ organizationId: 'shop', chargebackDetails }))
    return { kind: 'reply' as const, status, headers: {}, body }
  }
  const log = { ...silentLog, warn: (_message: string, fields?: object) => warnings.push(fields) }
  const upstream = { call, close: async () => {} }
  const gateway = openCybersource(settings, { log, clock: manualClock(), upstream })
  return { report: () => gateway.reportDisputes(...period), requests, warnings }
}

const row = {
  trackingNumber: 'CB-1',
  requestId: '7321098456123456789012',
  merchantReferenceNumber: 'LKT-1',
  natureOfDispute: 'Chargeback',
  action: 'Chargeback',
  sign: '-',
  amount: '25.50',
  currencyCode: 'USD',
  reasonCode: '13.1',
  responseDueTime: '2026-12-04T00:00:00Z',
  time: '2026-11-20T09:30:00Z',
}

test('a chargeback is read with its case, payment, amount, reason and deadline', async () => {
  const { report, requests } = world([row])
  expect(await report()).toEqual({
    kind: 'report',
    lines: [
      {
        caseNumber: 'CB-1',
        kind: 'opened',
        paymentId: '7321098456123456789012',
        code: 'LKT-1',
        amount: money(2_550n, 'USD'),
        reasonCode: '13.1',
        reason: 'Goods or services not received',
        respondBy: Temporal.Instant.from('2026-12-04T00:00:00Z'),
        at: Temporal.Instant.from('2026-11-20T09:30:00Z'),
      },
    ],
    unreadable: [],
  })
  expect(requests[0]?.pathname).toBe('/reporting/v3/chargeback-details')
  expect(Object.fromEntries(requests[0]!.searchParams)).toEqual({
    startTime: '2026-11-20T00:00:00Z',
    endTime: '2026-11-21T00:00:00Z',
    organizationId: 'shop',
  })
})

test.each([
  ['inquiry', { natureOfDispute: 'Retrieval', action: 'Retrieval Request' }],
  ['inquiry', { preDisputeFlag: 'Y' }],
  ['opened', { actionDescription: 'First Chargeback' }],
  ['won', { action: 'Chargeback Reversal' }],
  ['won', { sign: '+' }],
  ['lost', { action: 'Representment Declined' }],
])('a line is %s by the words %o', async (kind, words) => {
  expect(await world([{ ...row, ...words }]).report()).toMatchObject({ lines: [{ kind }] })
})

test('a line dated by the day begins at midnight, and a negative amount is its size', async () => {
  const report = await world([{ ...row, time: '2026-11-20', amount: '-25.50' }]).report()
  const at = Temporal.Instant.from('2026-11-20T00:00:00Z')
  expect(report).toMatchObject({ lines: [{ at, amount: money(2_550n, 'USD') }] })
})

test('lines that cannot be read are reported as they are and counted in the log', async () => {
  const { report, warnings } = world([
    { ...row, trackingNumber: undefined },
    { ...row, amount: '0.00' },
    { ...row, currencyCode: 'XXX' },
    { ...row, time: 'yesterday' },
    { ...row, natureOfDispute: 'Fee', action: 'Fee Collection' },
    row,
  ])
  const read = await report()
  expect(read).toMatchObject({ lines: [{ caseNumber: 'CB-1' }] })
  expect('unreadable' in read && read.unreadable.map(({ caseNumber }) => caseNumber)).toEqual([
    row.requestId,
    'CB-1',
    'CB-1',
    'CB-1',
    'CB-1',
  ])
  expect('unreadable' in read && read.unreadable.at(-1)?.detail).toBe(
    `Fee, Fee Collection, -, 25.50 USD, payment ${row.requestId}, reference LKT-1, at 2026-11-20T09:30:00Z`,
  )
  expect(warnings).toEqual([{ count: 5 }])
})

test('a period without chargebacks is an empty report, but an error response is not', async () => {
  expect(await world([], 404).report()).toEqual({ kind: 'report', lines: [], unreadable: [] })
  expect(await world(undefined).report()).toEqual({ kind: 'report', lines: [], unreadable: [] })
  expect((await world([], 500).report()).kind).toBe('unavailable')
})
