// What identifies the accounts behind the connections to operators.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type OperatorConnection, operatorConnections } from '../adapters/mobile-money/operator-settings.ts'
import { simulatedOperators } from '../adapters/mobile-money/simulated-operators.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { silentLog } from '../platform/process/log.ts'
import { systemClock } from '../platform/time/clock.ts'
import { openOperators } from './operators.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const mpesaPublicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

const usual = (protocol: OperatorConnection['protocol']) =>
  simulatedOperators('http://localhost', { secret: 'shared', mpesaPublicKey }, { vodacom: protocol }).vodacom!

/** The accounts of a connection, with some of its settings changed: the one that pays out, and the one that payers pay into. */
function accountsOf(protocol: OperatorConnection['protocol'], changes: object = {}) {
  const sandbox = operatorConnections.parse({ vodacom: { ...usual(protocol), ...changes } })
  const settings = { operators: { sandbox }, OPERATOR_TIMEOUT_SECONDS: 1 } as unknown as CompleteSettings
  const operator = openOperators(settings, { wallClock: systemClock, log: silentLog }).find(
    'sandbox',
    'vodacom',
  )
  return [operator?.connectionId, operator?.collections?.connectionId]
}

const otherCredit = { collections: { creditParty: { key: 'walletid', value: 'ANOTHER' } } }
test.each([
  ['gsma', otherCredit],
  ['mpesa', { collections: { serviceProviderCode: '111111' } }],
] as const)(
  'another collecting account at %s is another connection, for collections alone',
  (protocol, changes) => {
    const [pays, collects] = accountsOf(protocol)
    const [paysNow, collectsNow] = accountsOf(protocol, changes)
    expect(paysNow).toBe(pays)
    expect(collectsNow).not.toBe(collects)
  },
)

test.each([
  ['gsma', { debitParty: { key: 'walletid', value: 'ANOTHER' } }],
  ['airtel', { clientId: 'another' }],
  ['mpesa', { serviceProviderCode: '111111' }],
] as const)('another paying account at %s is another connection', (protocol, changes) => {
  expect(accountsOf(protocol, changes)[0]).not.toBe(accountsOf(protocol)[0])
})

test.each([
  ['gsma', { apiKey: 'another' }],
  ['airtel', { clientSecret: 'another' }],
  ['mpesa', { apiKey: 'another' }],
  ['pawapay', { token: 'another' }],
] as const)('another secret at %s leads to the same accounts', (protocol, changes) => {
  expect(accountsOf(protocol, changes)).toEqual(accountsOf(protocol))
})

test.each(['gsma', 'airtel', 'mpesa', 'pawapay'] as const)(
  'the accounts of %s for money in and money out have names of their own',
  (protocol) => {
    const [pays, collects] = accountsOf(protocol)
    expect(pays).toBeTypeOf('string')
    expect(collects).toBeTypeOf('string')
    expect(collects).not.toBe(pays)
  },
)

test('a connection that only pays out collects into no account', () => {
  expect(accountsOf('gsma', { collections: undefined })[1]).toBeUndefined()
})
