// Tests the library in a real browser, embedded by a shop on another origin.
import { decodeJwt } from 'jose'
import type { Page, Request, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Message, valueAt } from '../message.ts'
import { openShopfront, type Shopfront } from '../testing/browser.ts'
import type { World } from '../testing/testing.ts'

let merchant: Shopfront
let world: World
let page: Page
beforeAll(async () => {
  merchant = await openShopfront()
  world = merchant.world
})
afterAll(() => merchant.close())
beforeEach(async () => {
  merchant.posts.length = 0
  page = await merchant.newPage()
})
afterEach(() => page.close())

const numberField = () => page.frameLocator('#number iframe').getByLabel('Numéro de carte', { exact: true })
const codeField = () => page.frameLocator('#code iframe').getByLabel('Cryptogramme', { exact: true })
const expiry = { expirationMonth: '12', expirationYear: '2040' }

async function openMerchantPage(overrides: Message = {}, origin = merchant.url): Promise<void> {
  const context = await world.session({ targetOrigins: [origin], ...overrides })
  await page.goto(origin)
  await page.evaluate(`start('${context}').then(() => show('${context}'))`)
}

async function createdToken(options: Message = expiry): Promise<Message> {
  return await page.evaluate(`token(${JSON.stringify(options)})`)
}

async function lastEvent(name: string, event: string): Promise<Message> {
  return await page.evaluate(
    `events.filter((e) => e.name === '${name}' && e.event === '${event}').at(-1)?.data ?? null`,
  )
}

async function hasEvent(name: string, event: string): Promise<void> {
  await page.waitForFunction(`events.some((e) => e.name === '${name}' && e.event === '${event}')`)
}

test('a card typed into the fields becomes a token, and its digits leave encrypted only', async () => {
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  await openMerchantPage()
  await numberField().pressSequentially('4242424242424242')
  await codeField().pressSequentially('123')
  expect(await numberField().inputValue()).toBe('4242 4242 4242 4242')
  const { token } = await createdToken()
  expect(valueAt(decodeJwt(String(token)), 'content.paymentInformation.card.number.maskedValue')).toBe(
    'XXXXXXXXXXXX4242',
  )
  for (const request of sent) expect(request.postData() ?? '').not.toContain('4242424242')
  expect(sent.some((request) => request.url() === `${world.url}/flex/v2/tokens`)).toBe(true)
  expect(await page.content()).not.toContain('4242')
})

test('the fields read the digits of every script', async () => {
  await openMerchantPage()
  await numberField().fill('٤٢٤٢٤٢٤٢४२४२４２４２')
  await codeField().fill('१２٣')
  expect([await numberField().inputValue(), await codeField().inputValue()]).toEqual([
    '4242 4242 4242 4242',
    '123',
  ])
})

test('the page of the two card fields is fetched once, compressed', async () => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await openMerchantPage()
  await numberField().waitFor()
  await codeField().waitFor()
  const frames = responses.filter((response) => response.url().includes('/field.html?v='))
  const fetched = []
  for (const response of frames) {
    const { 'content-encoding': encoding, 'cache-control': cache } = await response.allHeaders()
    const { responseBodySize: bytes } = await response.request().sizes()
    if (bytes > 0) fetched.push([encoding, cache])
    expect(bytes).toBeLessThan(8_000)
  }
  expect(frames.length).toBe(2)
  expect(fetched).toEqual([[expect.stringMatching(/br|gzip/), 'public, max-age=31536000, immutable']])
})

test('a shop on 127.0.0.1 can embed the fields, as one on localhost can', async () => {
  await openMerchantPage({}, merchant.url.replace('localhost', '127.0.0.1'))
  await numberField().pressSequentially('5555555555554444')
  await codeField().pressSequentially('123')
  expect((await createdToken()).token).toMatch(/^eyJ/)
})

test('the fields support phones, screen readers and card managers', async () => {
  await openMerchantPage()
  for (const [field, autocomplete] of [
    [numberField(), 'cc-number'],
    [codeField(), 'cc-csc'],
  ] as const) {
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    expect(await field.getAttribute('autocomplete')).toBe(autocomplete)
  }
  const styles = await numberField().evaluate((input) => {
    const { color, borderTopWidth } = getComputedStyle(input)
    return { color, borderTopWidth }
  })
  expect(styles).toEqual({ color: 'rgb(1, 2, 3)', borderTopWidth: '0px' })
})

test('errors are reported per field, and the container shows its state by class', async () => {
  await openMerchantPage()
  await numberField().pressSequentially('4242424242424241')
  await codeField().pressSequentially('12')
  const refused = await createdToken()
  expect(refused).toMatchObject({
    name: 'MicroformError',
    reason: 'CREATE_TOKEN_VALIDATION_FIELDS',
    details: [{ location: 'number' }, { location: 'securityCode' }],
  })
  await numberField().fill('9999')
  await page.waitForSelector('#number.flex-microform-invalid')
  await numberField().fill('4242424242424242')
  await page.waitForSelector('#number.flex-microform-valid:not(.flex-microform-invalid)')
})

test('invalid parameters are named before anything is sent', async () => {
  await openMerchantPage()
  await hasEvent('number', 'load')
  const refused = await createdToken({ expirationMonth: '1', expirationYear: '2040' })
  expect(refused).toMatchObject({
    reason: 'CREATE_TOKEN_VALIDATION_PARAMS',
    details: [{ location: 'expirationMonth' }],
  })
})

test('an expired card is refused by the server, naming the field', async () => {
  await openMerchantPage()
  await numberField().pressSequentially('4242424242424242')
  await codeField().pressSequentially('123')
  const refused = await createdToken({ expirationMonth: '01', expirationYear: '2020' })
  expect(refused).toMatchObject({
    reason: 'CREATE_TOKEN_VALIDATION_SERVERSIDE',
    details: [{ location: 'expirationYear' }],
  })
})

test('change events name the brand, and the security code adapts to it', async () => {
  await openMerchantPage()
  await numberField().pressSequentially('3782')
  const amex = {
    name: 'amex',
    cybsCardType: '003',
    securityCode: { name: 'CID', length: 4 },
    couldBeValid: true,
  }
  const typing = { empty: false, valid: false, couldBeValid: true, card: [amex] }
  await expect.poll(() => lastEvent('number', 'change')).toMatchObject(typing)
  await numberField().pressSequentially('82246310005')
  expect(await numberField().inputValue()).toBe('3782 822463 10005')
  await expect.poll(() => lastEvent('number', 'change')).toMatchObject({ valid: true })
  await codeField().pressSequentially('123')
  await expect.poll(() => lastEvent('code', 'change')).toMatchObject({ valid: false, couldBeValid: true })
  await codeField().pressSequentially('4')
  await expect.poll(() => lastEvent('code', 'change')).toMatchObject({ valid: true })
})

test('a brand that the session does not allow is not valid', async () => {
  await openMerchantPage({ allowedCardNetworks: ['MASTERCARD'] })
  await numberField().pressSequentially('4242424242424242')
  await expect.poll(() => lastEvent('number', 'change')).toMatchObject({ valid: false, couldBeValid: false })
})

test('focus, blur, Enter, update and clear work as documented', async () => {
  await openMerchantPage()
  await hasEvent('number', 'load')
  await page.evaluate('number.focus()')
  await page.waitForSelector('#number.flex-microform-focused')
  await page.keyboard.type('4242')
  await page.keyboard.press('Enter')
  await hasEvent('number', 'inputSubmitRequest')
  await page.keyboard.press('Tab')
  await hasEvent('number', 'blur')
  await expect.poll(() => lastEvent('number', 'blur')).toEqual({ focusShift: 'next' })
  await page.evaluate('number.update({ placeholder: "neu", disabled: true })')
  await page.waitForSelector('#number.flex-microform-disabled')
  await hasEvent('number', 'update')
  expect(await numberField().getAttribute('placeholder')).toBe('neu')
  await page.evaluate('number.clear()')
  await page.waitForFunction(`events.at(-1).data.empty === true`)
  expect(await numberField().inputValue()).toBe('')
})

test('typing in the middle keeps the caret where it was', async () => {
  await openMerchantPage()
  await numberField().pressSequentially('424242424242424')
  for (let step = 0; step < 13; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  const caret = await numberField().evaluate((input) => (input as HTMLInputElement).selectionStart)
  const value = await numberField().inputValue()
  expect(value.slice(0, caret!).endsWith('9')).toBe(true)
})

const misuses: [string, string][] = [
  ['CREATE_FIELD_DUPLICATE', "microform.createField('number')"],
  ['CREATE_FIELD_INVALID_FIELD_TYPE', "microform.createField('pin')"],
  ['FIELD_ALREADY_LOADED', "number.load('#number')"],
  ['FIELD_LOAD_CONTAINER_SELECTOR', "number.unload(); number.load('#nowhere')"],
  ['FIELD_LOAD_INVALID_CONTAINER', 'number.unload(); number.load({})'],
  ['FIELD_UNLOAD_ERROR', 'number.unload(); number.unload()'],
  ['FIELD_SUBSCRIBE_UNSUPPORTED_EVENT', "number.on('wink', () => {})"],
  ['FIELD_SUBSCRIBE_INVALID_CALLBACK', "number.on('focus', null)"],
  ['CAPTURE_CONTEXT_INVALID', "new Flex('nonsense')"],
  [
    'CAPTURE_CONTEXT_EXPIRED',
    `new Flex('x.' + btoa('{"exp":1,"ctx":[{"data":{"mfOrigin":"http://x"}}]}') + '.x')`,
  ],
]

test('misuse throws errors with the documented reasons', async () => {
  await openMerchantPage()
  for (const [reason, code] of misuses) {
    const output = await page.evaluate(`(() => { try { ${code} } catch (error) { return error.reason } })()`)
    expect([code, output]).toEqual([code, reason])
    await page.evaluate("try { number.load('#number') } catch {}")
  }
  await page.evaluate('number.dispose(); code.dispose()')
  expect(await createdToken()).toMatchObject({ reason: 'CREATE_TOKEN_NO_FIELDS' })
})

test('a page whose origin is not in the capture context gets no fields', async () => {
  await openMerchantPage({ targetOrigins: ['https://shop.example'] })
  await hasEvent('number', 'error')
  await expect
    .poll(() => lastEvent('number', 'error'))
    .toMatchObject({ reason: 'IFRAME_JWT_VALIDATION_FAILED' })
  expect(await page.frameLocator('#number iframe').locator('input').count()).toBe(0)
  expect(await createdToken()).toMatchObject({ reason: 'CREATE_TOKEN_NO_FIELDS_LOADED' })
})

test('a page cannot add its own origin to the capture context', async () => {
  const [header, payload, signature] = (
    await world.session({ targetOrigins: ['https://shop.example'] })
  ).split('.')
  const claims = Buffer.from(payload!, 'base64url').toString().replace('https://shop.example', merchant.url)
  const forged = [header, Buffer.from(claims).toString('base64url'), signature].join('.')
  await page.goto(merchant.url)
  await page.evaluate(`start('${forged}').then(() => show('${forged}'))`)
  await hasEvent('number', 'error')
  await expect.poll(() => lastEvent('number', 'error')).toMatchObject({ reason: 'CAPTURE_CONTEXT_INVALID' })
})
