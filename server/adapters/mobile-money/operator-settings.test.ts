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

test('each protocol is described by its own credentials, and what may be left out has a default', () => {
  const read = operatorConnections.parse({ africell: gsma, airtel, vodacom: mpesa, orange: pawapay })
  expect(read.africell?.url).toBe('https://api.operator.example/v1.2/mm')
  expect(read.airtel).toMatchObject({ rsaPadding: 'oaep', signMessages: false })
  expect(read.vodacom).toMatchObject({ origin: '*', mode: 'async' })
  expect(read.orange).toMatchObject({ product: 'payouts', signedCallbacks: true })
})

test('an operator without a connection is left out', () => {
  expect(operatorConnections.parse({ airtel })).toEqual({ airtel: expect.anything() })
})

describe('a connection is refused', () => {
  const cases: [string, object][] = [
    ['to an operator we do not serve', { tigo: airtel }],
    ['without its protocol', { airtel: { ...airtel, protocol: undefined } }],
    ['over a protocol we do not speak', { airtel: { ...airtel, protocol: 'soap' } }],
    ['at no address', { airtel: { ...airtel, url: 'openapi.airtel.cd' } }],
    ['with a misspelt member', { airtel: { ...airtel, callbackkey: 'x' } }],
    ['with an empty secret', { airtel: { ...airtel, clientSecret: '' } }],
    ['with a secret that would break a header', { airtel: { ...airtel, clientSecret: 'a\r\nb' } }],
    ['with a PIN that is none', { airtel: { ...airtel, pin: '12a4' } }],
    ['with a key that is none', { vodacom: { ...mpesa, publicKey: 'AAAA' } }],
    [
      'with a private key that is none',
      { orange: { ...pawapay, signingKey: { id: 'a', privateKeyPem: spki } } },
    ],
    ['with half of a scheme', { africell: { ...gsma, authentication: { scheme: 'oauth', clientId: 'a' } } }],
  ]
  test.each(cases)('%s', (_name, connections) => {
    expect(operatorConnections.safeParse(connections).success).toBe(false)
  })
})
