import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operatorConnections } from './operator-settings.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const gsma = {
  protocol: 'gsma',
  url: 'https://api.operator.example/v1.2/mm/',
  authentication: { scheme: 'basic', username: 'likuta', password: 'a password' },
  debitParty: { key: 'walletid', value: 'FLOAT-USD' },
}
const airtel = {
  protocol: 'airtel',
  url: 'https://openapi.airtel.cd',
  clientId: 'id',
  clientSecret: 'secret',
  pin: '1234',
}
const mpesa = {
  protocol: 'mpesa',
  url: 'https://openapi.m-pesa.com/openapi/ipg/v2/vodacomDRC',
  apiKey: 'key',
  publicKey: spki,
  serviceProviderCode: '000000',
}
const pawapay = {
  protocol: 'pawapay',
  url: 'https://api.pawapay.io',
  token: 'token',
  signingKey: { id: 'likuta-1', privateKeyPem: pem },
}

test('each protocol has its own credentials, and optional settings have defaults', () => {
  const read = operatorConnections.parse({ africell: gsma, airtel, vodacom: mpesa, orange: pawapay })
  expect(read.africell?.url).toBe('https://api.operator.example/v1.2/mm')
  expect(read.airtel).toMatchObject({ rsaPadding: 'oaep', signMessages: false })
  expect(read.vodacom).toMatchObject({ origin: '*', mode: 'async' })
  expect(read.orange).toMatchObject({ product: 'payouts', signedCallbacks: true })
})

test('an operator without a connection is omitted', () => {
  expect(operatorConnections.parse({ airtel })).toEqual({ airtel: expect.anything() })
})

describe('invalid operator connections', () => {
  const cases: [string, object][] = [
    ['to an unsupported operator', { tigo: airtel }],
    ['without a protocol', { airtel: { ...airtel, protocol: undefined } }],
    ['with an unsupported protocol', { airtel: { ...airtel, protocol: 'soap' } }],
    ['with an invalid URL', { airtel: { ...airtel, url: 'openapi.airtel.cd' } }],
    ['with a misspelt member', { airtel: { ...airtel, callbackkey: 'x' } }],
    ['with an empty secret', { airtel: { ...airtel, clientSecret: '' } }],
    ['with a secret that would break a header', { airtel: { ...airtel, clientSecret: 'a\r\nb' } }],
    ['with an invalid PIN', { airtel: { ...airtel, pin: '12a4' } }],
    ['with an invalid key', { vodacom: { ...mpesa, publicKey: 'AAAA' } }],
    ['with an invalid private key', { orange: { ...pawapay, signingKey: { id: 'a', privateKeyPem: spki } } }],
    [
      'with an incomplete authentication scheme',
      { africell: { ...gsma, authentication: { scheme: 'oauth', clientId: 'a' } } },
    ],
  ]
  test.each(cases)('a connection %s is refused', (_name, connections) => {
    expect(operatorConnections.safeParse(connections).success).toBe(false)
  })
})
