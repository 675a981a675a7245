import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { callbackOf, examplePayout, type PlayedReply, type ReceivedRequest } from '../testing.ts'
import { openBefore, serverCorrelationId, unknownThere } from './testing.ts'

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const transaction = {
  transactionReference: 'SIM-1',
  transactionStatus: 'completed',
  amount: '25.50',
  currency: 'USD',
  requestingOrganisationTransactionReference: examplePayout.transactionId,
}
const transferred: PlayedReply = { status: 200, body: transaction }
const { reference, transactionId, operator: code, msisdn, amount } = examplePayout
const named = { reference, transactionId, operator: code, msisdn, amount }

/** An operator that serves the listed resources and no others. */
async function facing(resources: Record<string, PlayedReply>) {
  const world = await openBefore(
    ({ path }: ReceivedRequest) => resources[path.replace('/v1.2/mm', '')] ?? unknownThere,
  )
  opened.push(world)
  return world
}

function linkTo(link: string): Record<string, PlayedReply> {
  return { [`/responses/${reference}`]: { status: 200, body: { link } } }
}

function state(body: object): Record<string, PlayedReply> {
  return {
    [`/requeststates/${serverCorrelationId}`]: { status: 200, body: { serverCorrelationId, ...body } },
  }
}

describe('GSMA inquiries', () => {
  const links = [
    '/transactions/SIM-1',
    '/v1.2/mm/transactions/SIM-1',
    'https://x.example/mm/transactions/SIM-1',
  ]
  test.each(links)('a payout is found through the link %s of its response', async (link) => {
    const { operator } = await facing({ ...linkTo(link), '/transactions/SIM-1': transferred })
    expect(await operator.inquire(named)).toEqual({ kind: 'succeeded', upstreamId: 'SIM-1' })
  })

  test('a payout is found through its request state once the id of that is known', async () => {
    const completed = state({ status: 'completed', objectReference: 'SIM-1' })
    const { operator } = await facing({ ...completed, '/transactions/SIM-1': transferred })
    const reply = await operator.inquire({ ...named, upstreamId: serverCorrelationId })
    expect(reply).toEqual({ kind: 'succeeded', upstreamId: 'SIM-1' })
  })

  test('a payout is found through its response when the request state has been deleted', async () => {
    const { operator } = await facing({
      ...linkTo('/transactions/SIM-1'),
      '/transactions/SIM-1': transferred,
    })
    const reply = await operator.inquire({ ...named, upstreamId: serverCorrelationId })
    expect(reply).toEqual({ kind: 'succeeded', upstreamId: 'SIM-1' })
  })

  test('a payout is found through a response that links to the request state', async () => {
    const link = linkTo(`/requeststates/${serverCorrelationId}`)
    const { operator } = await facing({ ...link, ...state({ status: 'pending' }) })
    expect(await operator.inquire(named)).toEqual({ kind: 'pending', upstreamId: serverCorrelationId })
  })

  test('a failed payout is found with the reason of the operator', async () => {
    const error = { errorCategory: 'identification', errorCode: 'identifierError' }
    const { operator } = await facing(state({ status: 'failed', error }))
    const reply = await operator.inquire({ ...named, upstreamId: serverCorrelationId })
    expect(reply).toMatchObject({ kind: 'declined', reason: 'RECIPIENT_NOT_FOUND' })
  })

  test('a payout is found with or without its expected amount', async () => {
    const { operator } = await facing({
      ...linkTo('/transactions/SIM-1'),
      '/transactions/SIM-1': transferred,
    })
    const { amount: _, ...unpriced } = named
    expect((await operator.inquire(unpriced)).kind).toBe('succeeded')
  })
})

test('a payout that is unknown to the operator is absent', async () => {
  const { operator } = await facing({})
  expect(await operator.inquire(named)).toEqual({ kind: 'absent' })
  expect(await operator.inquire({ ...named, upstreamId: serverCorrelationId })).toEqual({ kind: 'absent' })
})

describe('GSMA inquiries without a result', () => {
  const found = linkTo('/transactions/SIM-1')
  const other = (changes: object): PlayedReply => ({ status: 200, body: { ...transaction, ...changes } })
  const cases: [string, Record<string, PlayedReply>][] = [
    ['an HTML page with status 404', { [`/responses/${reference}`]: { status: 404, body: '<html>' } }],
    ['a server error', { [`/responses/${reference}`]: { status: 500 } }],
    ['no reply', { [`/responses/${reference}`]: 'silence' }],
    ['a reset', { [`/responses/${reference}`]: 'reset' }],
    ['a response without a link', { [`/responses/${reference}`]: { status: 200, body: {} } }],
    ['a link to something else', linkTo('/accounts/balance')],
    ['a link with a parent path', linkTo('/transactions/../accounts/balance')],
    ['a link to a missing transaction', found],
    [
      'another transaction than the requested one',
      { ...found, '/transactions/SIM-1': other({ transactionReference: 'SIM-2' }) },
    ],
    ['a transaction of another amount', { ...found, '/transactions/SIM-1': other({ amount: '25.51' }) }],
    ['a transaction of another currency', { ...found, '/transactions/SIM-1': other({ currency: 'CDF' }) }],
    [
      'a transaction of another payout',
      { ...found, '/transactions/SIM-1': other({ requestingOrganisationTransactionReference: 'X' }) },
    ],
    [
      'a transaction without status',
      { ...found, '/transactions/SIM-1': other({ transactionStatus: undefined }) },
    ],
    [
      'the state of another request',
      {
        ...linkTo('/requeststates/1'),
        '/requeststates/1': { status: 200, body: { serverCorrelationId, status: 'failed' } },
      },
    ],
    [
      'a completed state without a transaction',
      { ...linkTo(`/requeststates/${serverCorrelationId}`), ...state({ status: 'completed' }) },
    ],
  ]
  test.each(cases)('an inquiry has no result after %s', async (_name, resources) => {
    const { operator } = await facing(resources)
    expect((await operator.inquire(named)).kind).toBe('unavailable')
  })
})

describe('duplicate GSMA payouts', () => {
  const duplicate: PlayedReply = {
    status: 400,
    body: { errorCategory: 'businessRule', errorCode: 'duplicateRequest' },
  }
  const repeated = { '/transactions/type/inttransfer': duplicate }

  test('a payout refused as a duplicate has the outcome of the first', async () => {
    const resources = { ...repeated, ...linkTo('/transactions/SIM-1'), '/transactions/SIM-1': transferred }
    const { operator, received: requests } = await facing(resources)
    expect(await operator.pay(examplePayout)).toEqual({ kind: 'succeeded', upstreamId: 'SIM-1' })
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
  })

  test('a duplicate payout stays unknown when the first is not found, and is not resent', async () => {
    const { operator, received: requests } = await facing(repeated)
    expect((await operator.pay(examplePayout)).kind).toBe('unknown')
    expect(requests).toHaveLength(2)
  })

  test('a duplicate payout stays unknown when the first had another amount', async () => {
    const other: PlayedReply = { status: 200, body: { ...transaction, amount: '1.00' } }
    const { operator } = await facing({
      ...repeated,
      ...linkTo('/transactions/SIM-1'),
      '/transactions/SIM-1': other,
    })
    expect((await operator.pay(examplePayout)).kind).toBe('unknown')
  })
})

test('a reversal refused as a duplicate has the outcome of the first', async () => {
  const repeated = { status: 400, body: { errorCategory: 'businessRule', errorCode: 'duplicateRequest' } }
  const done = {
    ...transaction,
    type: 'reversal',
    transactionReference: 'SIM-2',
    originalTransactionReference: 'SIM-1',
  }
  const { operator, received: requests } = await facing({
    '/transactions/SIM-1/reversals': repeated,
    '/responses/019a0000-0000-7000-8000-000000000002': { status: 200, body: { link: '/transactions/SIM-2' } },
    '/transactions/SIM-2': { status: 200, body: done },
  })
  const reversal = {
    reference: '019a0000-0000-7000-8000-000000000002',
    original: { reference, upstreamId: 'SIM-1' },
    amount: money(2550n, 'USD'),
    callbackUrl: examplePayout.callbackUrl,
  }
  expect(await operator.reverse(reversal)).toEqual({ kind: 'reversed', upstreamId: 'SIM-2' })
  expect(requests[0]?.headers['x-correlationid']).toBe(reversal.reference)
})

test('a callback whose amount differs from the inquiry is not trusted', async () => {
  const { operator } = await facing({ ...linkTo('/transactions/SIM-1'), '/transactions/SIM-1': transferred })
  const reportOf = (amount: string) => {
    const headers = { 'x-correlationid': reference }
    return callbackOf(JSON.stringify({ ...transaction, amount }), { method: 'PUT', headers })
  }
  expect((await operator.readCallback(reportOf('2550.00'))).kind).toBe('unreadable')
  expect(await operator.readCallback(reportOf('25.50'))).toMatchObject({
    kind: 'report',
    outcome: { kind: 'succeeded' },
  })
})
