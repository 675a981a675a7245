import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { InvalidSettings, readSettings } from './settings.ts'
import { settingsReference } from './variables.ts'

const faultsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const production = {
  LIKUTA_ENV: 'production',
  BASE_URL: 'https://pay.example',
  DATABASE_URL: 'postgres://u:p@db.example/likuta',
  MASTER_KEY: randomBytes(32).toString('base64'),
  ADMIN_TOKENS: 'amina:0123456789abcdef0123456789abcdef',
  CARD_GATEWAY_PRODUCTION_URL: 'https://api.cybersource.com',
  CARD_GATEWAY_PRODUCTION_MERCHANT_ID: 'm',
  CARD_GATEWAY_PRODUCTION_KEY_ID: 'k',
  CARD_GATEWAY_PRODUCTION_SHARED_SECRET: 'cw==',
}

describe('the settings of a deployment', () => {
  test('an empty environment means a sandbox on loopback', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      SANDBOX_PORT: 8090,
      production: false,
      CHECKOUT_TTL_SECONDS: 1200,
      gateways: {},
    })
  })

  test('an empty variable counts as unset', () => {
    assert.equal(readSettings({ PORT: '', DATABASE_URL: '' }).PORT, 8080)
  })

  test('malformed settings are all named at once, without repeating secrets [S-57]', () => {
    const message = faultsOf({
      PORT: 'http',
      CHECKOUT_TTL_SECONDS: '5',
      MASTER_KEY: 'too-secret-to-show',
      ADMIN_ALLOWED_NETWORKS: '10.0.0.0/99',
      LIKUTA_ENV: 'staging',
    })
    for (const name of ['PORT', 'CHECKOUT_TTL_SECONDS', 'MASTER_KEY', 'ADMIN_ALLOWED_NETWORKS', 'LIKUTA_ENV'])
      assert.ok(message.includes(`${name}:`), name)
    assert.ok(!message.includes('too-secret'))
  })

  test('a card gateway needs all of its settings', () => {
    assert.match(
      faultsOf({ CARD_GATEWAY_SANDBOX_URL: 'https://apitest.cybersource.com' }),
      /CARD_GATEWAY_SANDBOX_URL: also needs/,
    )
  })

  test.each([
    [{ RATE_PROVIDER: 'open-exchange-rates' }, { url: 'https://openexchangerates.org', appId: 'k1' }],
    [
      { RATE_PROVIDER: 'exchangerate-api', RATE_PROVIDER_URL: 'https://rates.example/' },
      { url: 'https://rates.example', key: 'k1' },
    ],
  ])('a rate provider is configured by its name and key: %j', (environment, rates) => {
    expect(readSettings({ ...environment, RATE_PROVIDER_KEY: 'k1' }).rates).toEqual({
      provider: environment.RATE_PROVIDER,
      ...rates,
    })
    assert.match(faultsOf(environment), /RATE_PROVIDER: also needs RATE_PROVIDER_KEY/)
  })

  test('rate provider settings without a provider are refused, no settings at all are accepted', () => {
    assert.match(faultsOf({ RATE_PROVIDER_KEY: 'k1' }), /RATE_PROVIDER: must be set/)
    assert.match(faultsOf({ RATE_PROVIDER: 'fixer' }), /RATE_PROVIDER:/)
    assert.equal(readSettings({}).rates, undefined)
    assert.equal(readSettings(production).rates, undefined)
  })

  test('complete production settings are accepted', () => {
    expect(readSettings(production)).toMatchObject({ production: true, HOST: '0.0.0.0' })
  })

  test('defaults by mode are those of the reference, and a set value overrides them', () => {
    const names = ['INQUIRY_AFTER_SECONDS', 'INQUIRY_HORIZON_SECONDS', 'SIGN_UP', 'HOST'] as const
    const valuesOf = (environment: Record<string, string>) => {
      const settings = readSettings(environment)
      return names.map((name) => settings[name])
    }
    expect(valuesOf({})).toEqual([5, 60, 'on', '127.0.0.1'])
    expect(valuesOf(production)).toEqual([60, 900, 'off', '0.0.0.0'])
    expect(valuesOf({ ...production, INQUIRY_AFTER_SECONDS: '7', SIGN_UP: 'on' })).toEqual([
      7,
      900,
      'on',
      '0.0.0.0',
    ])
    const table = settingsReference()
    expect(table).toContain('| `INQUIRY_HORIZON_SECONDS` | `60`; production: `900` |')
    expect(table).toContain('| `PORT` | `8080` |')
  })

  test('the reference marks the settings that production must set as required', () => {
    const rows = [...settingsReference().matchAll(/^\| `(\w+)` \| production: \*required\* \|/gm)].map(
      ([, name]) => name,
    )
    const missing = faultsOf({ LIKUTA_ENV: 'production' }).matchAll(/(\w+): must be set in production/g)
    expect(rows.sort()).toEqual([...missing].map(([, name]) => name).sort())
  })

  test('production refuses sandbox defaults, all at once', () => {
    const message = faultsOf({ LIKUTA_ENV: 'production' })
    for (const name of [
      'MASTER_KEY',
      'DATABASE_URL',
      'ADMIN_TOKENS',
      'CARD_GATEWAY_PRODUCTION_URL',
      'BASE_URL',
    ])
      assert.ok(message.includes(`${name}:`), name)
  })

  test.each([
    [{ MASTER_KEY: Buffer.alloc(32).toString('base64') }, 'MASTER_KEY: must be random'],
    [{ MASTER_KEY_PREVIOUS: Buffer.alloc(32, 7).toString('base64') }, 'MASTER_KEY_PREVIOUS: must be random'],
    [{ ADMIN_ALLOWED_NETWORKS: '10.0.0.0/8,0.0.0.0/0' }, 'ADMIN_ALLOWED_NETWORKS: 0.0.0.0/0'],
    [{ ADMIN_ALLOWED_NETWORKS: '0.0.0.0/1,128.0.0.0/1' }, 'ADMIN_ALLOWED_NETWORKS: 128.0.0.0/1'],
    [{ ADMIN_ALLOWED_NETWORKS: '::/0' }, 'ADMIN_ALLOWED_NETWORKS: ::/0'],
    [{ TRUSTED_PROXIES: '::ffff:0.0.0.0/96' }, 'TRUSTED_PROXIES: ::ffff:0.0.0.0/96'],
    [{ TRUSTED_PROXIES: '8000::/1' }, 'TRUSTED_PROXIES: 8000::/1'],
  ])('production refuses %j', (settings, fault) => {
    const message = faultsOf({ LIKUTA_ENV: 'production', ...settings })
    assert.ok(message.includes(fault), message)
  })

  test('production takes the networks of an organization, and a random key', () => {
    const settings = {
      ADMIN_ALLOWED_NETWORKS: '10.0.0.0/8,fc00::/7,203.0.113.7',
      TRUSTED_PROXIES: '172.16.0.0/12',
    }
    const message = faultsOf({ LIKUTA_ENV: 'production', ...settings })
    assert.ok(!/ADMIN_ALLOWED_NETWORKS|TRUSTED_PROXIES/.test(message), message)
  })

  test('malformed and missing production settings are reported together, once each', () => {
    const read = () =>
      readSettings({
        LIKUTA_ENV: 'production',
        PORT: 'x',
        MASTER_KEY: 'short',
        ADMIN_TOKENS_FILE: '/nowhere/at/all',
      })
    assert.throws(read, (error: Error) => {
      assert(error instanceof InvalidSettings)
      const names = error.faults.map((fault) => fault.split(':')[0])
      expect(names.toSorted()).toEqual([
        'ADMIN_TOKENS_FILE',
        'BASE_URL',
        'CARD_GATEWAY_PRODUCTION_URL',
        'DATABASE_URL',
        'MASTER_KEY',
        'PORT',
      ])
      return true
    })
  })

  test('ADMIN_TOKEN_ROLES limits tokens to roles, and names only tokens and roles that there are', () => {
    const ADMIN_TOKENS = 'amina:0123456789abcdef,ledger:abcdef0123456789'
    const read = (ADMIN_TOKEN_ROLES: string) => readSettings({ ADMIN_TOKENS, ADMIN_TOKEN_ROLES })
    expect(read('ledger = finance + compliance').ADMIN_TOKEN_ROLES).toEqual({
      ledger: ['finance', 'compliance'],
    })
    const refused = (ADMIN_TOKEN_ROLES: string) => faultsOf({ ADMIN_TOKENS, ADMIN_TOKEN_ROLES })
    for (const text of ['ledger', 'ledger=', 'ledger=root', '=support', 'ledger=support,ledger=finance'])
      assert.match(refused(text), /ADMIN_TOKEN_ROLES: name=role or name=role\+role/)
    assert.match(refused('leger=support'), /ADMIN_TOKEN_ROLES: no token of ADMIN_TOKENS is named leger/)
  })

  test('an admin token has a name and an owner, who has the same name by default', () => {
    const ADMIN_TOKENS = 'amina:0123456789abcdef,phone@amina:abcdef0123456789'
    expect(readSettings({ ADMIN_TOKENS }).ADMIN_TOKENS).toEqual([
      { name: 'amina', owner: 'amina', token: '0123456789abcdef' },
      { name: 'phone', owner: 'amina', token: 'abcdef0123456789' },
    ])
    const named = (entry: string) => faultsOf({ ADMIN_TOKENS: entry })
    for (const entry of ['a@:0123456789abcdef', '@a:0123456789abcdef', 'a@b@c:0123456789abcdef', 'a:short'])
      assert.match(named(entry), /ADMIN_TOKENS: name:token or name@owner:token/)
    const { ADMIN_TOKENS: twice } = readSettings({
      ADMIN_TOKENS: 'laptop@Grace:0123456789abcdef,phone@grace :0123456789abcdeg',
    })
    expect(twice?.map(({ owner }) => owner)).toEqual(['grace', 'grace'])
    const { ADMIN_TOKENS: ofUser } = readSettings({
      ADMIN_TOKENS: 'laptop@Grace@likuta.example:0123456789abcdef',
    })
    expect(ofUser).toEqual([{ name: 'laptop', owner: 'grace@likuta.example', token: '0123456789abcdef' }])
    assert.match(named('a:0123456789abcdef,b:0123456789abcdef'), /every token must be different/)
    assert.match(
      named('a@b:0123456789abcdef,a@c:0123456789abcdeg'),
      /ADMIN_TOKENS: a name must not have two owners/,
    )
  })

  test.each([
    [{ BASE_URL: 'http://pay.example' }, /BASE_URL: must be https/],
    [{ CARD_GATEWAY_PRODUCTION_URL: 'http://gateway.example' }, /CARD_GATEWAY_PRODUCTION_URL: must be https/],
    [
      {
        RATE_PROVIDER: 'exchangerate-api',
        RATE_PROVIDER_KEY: 'k',
        RATE_PROVIDER_URL: 'http://rates.example',
      },
      /RATE_PROVIDER_URL: must be https/,
    ],
    [
      {
        OPERATORS_PRODUCTION:
          '{"orange": {"protocol": "pawapay", "url": "http://api.pawapay.io", "token": "t", "collections": {}}}',
      },
      /OPERATORS_PRODUCTION: orange.url: must be https/,
    ],
    [{ WEBHOOK_SPEED: '10' }, /WEBHOOK_SPEED/],
    [{ MASTER_KEY: '' }, /MASTER_KEY/],
    [{ ADMIN_TOKENS: 'amina:0123456789abcdef' }, /ADMIN_TOKENS: tokens must have at least 32/],
    [{ ADMIN_TOKENS: 'phone@amina:0123456789abcdef' }, /ADMIN_TOKENS: tokens must have at least 32/],
  ])('production refuses the settings %j [S-19]', (change, fault) => {
    assert.match(faultsOf({ ...production, ...change }), fault)
  })
})
