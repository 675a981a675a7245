// Production does not start with a connection through which money could be taken or asked for unsafely.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { operatorConnections } from '../adapters/mobile-money/operator-settings.ts'
import { operatorFaults } from './operator-faults.ts'

const gsma = {
  protocol: 'gsma',
  url: 'https://api.operator.example/v1.2/mm',
  authentication: {
    scheme: 'oauth',
    tokenUrl: 'https://api.operator.example/token',
    clientId: 'likuta',
    clientSecret: 'secret',
  },
  debitParty: { key: 'walletid', value: 'PAYOUTS' },
  collections: { creditParty: { key: 'walletid', value: 'COLLECTED' } },
}
const airtel = {
  protocol: 'airtel',
  url: 'https://openapi.airtel.cd',
  clientId: 'id',
  clientSecret: 'secret',
  pin: '1234',
  collections: {},
}
const pawapay = { protocol: 'pawapay', url: 'https://api.pawapay.io', token: 'token', collections: {} }

const faultsOf = (connections: object) => operatorFaults(operatorConnections.parse(connections))

describe('connections that take payments in production', () => {
  test('those that are called by https, with or without signed callbacks, are accepted', () => {
    expect(faultsOf({ africell: gsma, airtel, orange: pawapay })).toEqual([])
    expect(faultsOf({ orange: { ...pawapay, signedCallbacks: false } })).toEqual([])
  })

  test.each([
    [
      'http',
      { airtel: { ...airtel, url: 'http://openapi.airtel.cd' } },
      'airtel.url: must be https in production',
    ],
    [
      'tokens fetched by http',
      {
        africell: {
          ...gsma,
          authentication: { ...gsma.authentication, tokenUrl: 'http://api.example/token' },
        },
      },
      'africell.authentication.tokenUrl: must be https in production',
    ],
    [
      'the account of a simulator',
      { africell: { ...gsma, collections: { creditParty: { key: 'walletid', value: 'SIM-AFRICELL-1' } } } },
      'africell.collections.creditParty.value: is an id of the simulators',
    ],
  ])('one with %s is refused by name', (_name, connections, fault) => {
    assert.deepEqual(faultsOf(connections), [`OPERATORS_PRODUCTION: ${fault}`])
  })
})
