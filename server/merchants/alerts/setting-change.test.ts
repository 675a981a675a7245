// Every owner is notified, where alerts went before, of who changed a setting that protects the account or its alerts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  call,
  confirmationCodeOf,
  joined,
  type Member,
  signedIn,
  stepUpOf,
  userIdOf,
} from '../../../test/support/callers/self-service.ts'
import { codeOf, provenBy, withApp } from '../../../test/support/factors/factors.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock } from '../../platform/time/clock.ts'
import type { Credentials } from '../identity/register.ts'

let world: World
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world?.close())

let owner: Member
let merchant: Credentials
beforeEach(async () => {
  merchant = await world.register()
  owner = await signedIn(world, merchant)
})

const put = (who: Member, path: string, body: object, headers: Record<string, string> = {}) =>
  call(world, 'PUT', path, { token: who.token, body, headers })
let phones = 0
/** Messages about settings, oldest first. */
const sentMessages = async () => {
  const text = `select address, content ->> 'subject' as subject, content -> 'facts' as facts, state, next_attempt_at::text as due from message
                 where kind = 'setting_changed' and channel = 'email'
                   and merchant_id = (select id from merchant where merchant_code = $1) order by message.id`
  return world.db.rows<{ address: string; subject: string; facts: string[][]; due: string }>(
    { name: '', text },
    [merchant.merchant_code],
  )
}
const audited = async () => {
  const text = `select detail::json ->> 'setting' as setting from audit_log
                 where action = 'merchant.setting_changed' and subject = $1 order by seq`
  const rows = await world.db.rows<{ setting: string }>({ name: '', text }, [merchant.merchant_code])
  return rows.map(({ setting }) => setting)
}
/** @returns a confirmed telephone of the merchant. */
async function withPhone(): Promise<string> {
  const phone = `+24399123${4000 + ++phones}`
  expect((await put(owner, 'notifications', { phone, channels: ['sms'] })).status).toBe(200)
  const body = { kind: 'phone', code: await confirmationCodeOf(world, phone) }
  expect((await call(world, 'POST', 'confirmations', { token: owner.token, body })).status).toBe(200)
  await world.db.rows({ name: '', text: 'delete from message where kind = $1' }, ['setting_changed'])
  return phone
}

const changes = [
  ['the webhook URL', 'callback', { callback_url: 'https://thief.example/hook?key=1' }, 'callback'],
  ['the optional events', 'callback', { events: ['PAYOUT'] }, 'callback'],
  ['the IP allowlist', 'whitelist', { addresses: ['198.51.100.7'] }, 'allowlist'],
  ['an alert', 'notifications', { alerts: { payout_failed: false } }, 'alerts'],
  ['the telephone', 'notifications', { phone: '+243991234568' }, 'phone'],
  [
    'the sites of the card fields',
    'microform',
    { microform_enabled: true, microform_allowed_origins: ['https://thief.example'] },
    'card_fields',
  ],
  [
    'the contact of payers',
    'checkout',
    { checkout_attempts: 3, brand: { support: '+243991234567' } },
    'support',
  ],
  [
    'the colour of payment pages',
    'checkout',
    { checkout_attempts: 3, brand: { accent: '#123456' } },
    'brand',
  ],
  [
    'the ways to pay',
    'checkout',
    { checkout_attempts: null, payment_methods: ['card', 'mobile_money'] },
    'payment_methods',
  ],
] as const

describe('a change of a setting', () => {
  test.each(changes)(
    'every owner is notified by email of who changed %s',
    async (_what, path, body, setting) => {
      const second = await joined(world, owner, 'owner')
      const by =
        path === 'notifications' || path === 'checkout' ? owner : await joined(world, owner, 'developer')
      expect((await put(by, path, body)).status).toBe(200)
      const messages = await sentMessages()
      expect(messages.map(({ address }) => address).sort()).toEqual([owner.email, second.email].sort())
      expect(messages[0]?.facts.at(-1)?.[1]).toBe(by.email)
      expect(await audited()).toEqual([setting])
      // The same again changes nothing.
      expect((await put(by, path, body)).status).toBe(200)
      expect(await audited()).toEqual([setting])
    },
  )

  test.each(changes)('whoever has a second factor confirms a change of %s', async (_what, path, body) => {
    const strong = await withApp(world, owner)
    const refused = await put(strong, path, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'RMT-1025'])
    expect(await audited()).toEqual([])
    const proof = await provenBy(world, strong.token, { totp: codeOf(world, strong.secret) })
    expect((await put(strong, path, body, proof)).status).toBe(200)
  })

  test('the message shows what was before and what is now, without the query of a URL', async () => {
    await put(owner, 'callback', { callback_url: 'https://shop.example/hook' })
    await put(owner, 'whitelist', { addresses: [] })
    clock.forward({ hours: 1 })
    owner = await signedIn(world, merchant)
    await put(owner, 'callback', { callback_url: 'https://thief.example/hook?key=1', events: ['PAYOUT'] })
    expect((await sentMessages()).map(({ facts }) => facts)).toEqual([
      [
        ['Avant', '–'],
        ['Maintenant', 'https://shop.example/hook'],
        ['Modifié par', owner.email],
      ],
      [
        ['Avant', 'https://shop.example/hook'],
        ['Maintenant', 'https://thief.example/hook, PAYOUT'],
        ['Modifié par', owner.email],
      ],
    ])
  })

  test('a removed telephone is notified of who removed it', async () => {
    const phone = await withPhone()
    expect((await put(owner, 'notifications', { phone: null })).status).toBe(200)
    const text = `select content ->> 'text' as text, state from message where kind = 'setting_changed' and address = $1`
    const sent = await world.db.rows<{ text: string; state: string }>({ name: '', text }, [phone])
    expect(sent).toMatchObject([{ text: 'Likuta: Le téléphone de vos alertes a été modifié' }])
    expect(sent[0]?.state).not.toBe('MUTED')
  })

  test('the telephone is notified although no owner has the email of the account any more', async () => {
    const phone = await withPhone()
    const second = await joined(world, owner, 'owner')
    const headers = await stepUpOf(world, second, second.token)
    const founder = await userIdOf(world, second, owner.email)
    const path = `users/${founder}`
    expect((await call(world, 'DELETE', path, { token: second.token, headers })).status).toBe(200)
    await put(second, 'whitelist', { addresses: [] })
    await put(second, 'whitelist', { addresses: ['198.51.100.9'] })
    const text = `select address from message where kind = 'setting_changed' and address = any($1) order by id`
    const sent = await world.db.rows<{ address: string }>({ name: '', text }, [
      [phone, second.email, owner.email],
    ])
    expect(sent.map(({ address }) => address)).toEqual([second.email, phone])
  })

  test.each([
    ['a channel', { channels: [] }, ['alerts']],
    ['the alert of a low balance', { low_balance: null }, ['alerts']],
    ['a lower limit for that alert', { low_balance: '10.00' }, ['alerts']],
    ['a higher limit for that alert', { low_balance: '90.00' }, []],
    ['an alert that is turned on', { alerts: { payout_failed: true } }, []],
    ['the language', { language: 'en' }, []],
  ])('a change of %s is recorded if it takes alerts away', async (_what, body, settings) => {
    await withPhone()
    await put(owner, 'notifications', { low_balance: '50.00' })
    expect((await put(owner, 'notifications', body)).status).toBe(200)
    expect(await audited()).toEqual(['phone', ...settings])
  })

  test('a change by another user in the same hour is reported as well, and long lists are cut', async () => {
    const developer = await joined(world, owner, 'developer')
    await put(owner, 'whitelist', { addresses: ['198.51.100.1'] })
    const addresses = Array.from({ length: 100 }, (_, i) => `198.51.100.${i}`)
    await put(developer, 'whitelist', { addresses })
    const [first, second] = await sentMessages()
    expect([first, second].map((message) => message?.facts.at(-1)?.[1])).toEqual([
      owner.email,
      developer.email,
    ])
    expect(second?.facts[1]?.[1]).toHaveLength(301)
  })

  test('of repeated changes of one setting, one message at the end of the hour names all but the first', async () => {
    for (const last of [1, 2, 3, 4]) await put(owner, 'whitelist', { addresses: [`198.51.100.${last}`] })
    const [atOnce, later, ...others] = await sentMessages()
    expect([others.length, (await audited()).length]).toEqual([0, 4])
    const changed = ({ facts }: { facts: string[][] }) => facts.filter(([name]) => name === 'Maintenant')
    expect(changed(atOnce!).map(([, value]) => value)).toEqual(['198.51.100.1'])
    expect(changed(later!).map(([, value]) => value)).toEqual([2, 3, 4].map((last) => `198.51.100.${last}`))
    const minutes = new Date(later!.due).getUTCMinutes() + new Date(later!.due).getUTCSeconds()
    expect([minutes, new Date(later!.due) > new Date(atOnce!.due)]).toEqual([0, true])
    // A flood stays one message, which names the newest changes.
    for (let last = 5; last < 40; last++) await put(owner, 'whitelist', { addresses: [`198.51.100.${last}`] })
    const [, flood, ...more] = await sentMessages()
    expect([more.length, changed(flood!).length, changed(flood!).at(-1)?.[1]]).toEqual([
      0,
      20,
      '198.51.100.39',
    ])
    clock.forward({ hours: 1 })
    owner = await signedIn(world, merchant)
    await put(owner, 'whitelist', { addresses: [] })
    expect((await sentMessages()).length).toBe(3)
  })
})
