// The library and the step-up pages in a real browser, embedded by a shop on another origin.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import chromium from '@sparticuz/chromium'
import { decodeJwt } from 'jose'
import { type Browser, chromium as driver, type Page, type Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Basket, basket, enrolled, proofFrom, saleOf, tokenId, validated } from './journey.ts'
import { type Message, valueAt } from './message.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let browser: Browser
let shop: Server
let shopUrl: string
let page: Page
const posts: { path: string; form: URLSearchParams }[] = []

// The package's arguments suit one page in one process; what they switch off is what is to be tested here.
const unsafe = /single-process|web-security|site-isolation|insecure-content/

beforeAll(async () => {
  world = await openWorld()
  const args = chromium.args.filter((argument) => !unsafe.test(argument))
  browser = await driver.launch({ executablePath: await chromium.executablePath(), args, headless: true })
  shop = createServer(serveShop)
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser.close()
  shop.closeAllConnections()
  shop.close()
  await world.sandbox.close()
})
beforeEach(async () => {
  posts.length = 0
  page = await browser.newPage({ locale: 'fr-FR', viewport: { width: 360, height: 740 } })
  page.setDefaultTimeout(10_000)
})
afterEach(() => page.close())

const shopPage = `<!doctype html><html lang="en"><title>Shop</title><style>.field{height:40px}</style>
<div id="number" class="field"></div><div id="code" class="field"></div><button>after</button>
<iframe name="frame" width="380" height="600"></iframe>
<script>
const events = []
const dataPosts = []
addEventListener('message', (message) => { if (typeof message.data === 'string') dataPosts.push(message.data) })
function start(context) {
  const { clientLibrary, clientLibraryIntegrity } = JSON.parse(atob(context.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).ctx[0].data
  const script = Object.assign(document.createElement('script'), { src: clientLibrary, integrity: clientLibraryIntegrity, crossOrigin: 'anonymous' })
  return new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; document.head.append(script) })
}
function show(context) {
  const flex = new Flex(context)
  window.microform = flex.microform('card', { styles: { input: { color: 'rgb(1, 2, 3)', border: '9px solid red' } } })
  window.number = microform.createField('number', { 'aria-label': 'Numéro de carte', placeholder: '1234' })
  window.code = microform.createField('securityCode', { 'aria-label': 'Cryptogramme' })
  for (const [name, field] of Object.entries({ number, code })) {
    for (const event of ['load', 'change', 'focus', 'blur', 'error', 'inputSubmitRequest', 'update']) {
      field.on(event, (data) => events.push({ name, event, data }))
    }
  }
  number.load('#number')
  code.load(document.getElementById('code'))
}
function token(options) {
  return new Promise((resolve) => microform.createToken(options, (error, token) =>
    resolve(error ? { reason: error.reason, name: error.name, details: error.details } : { token })))
}
</script>`

function serveShop(
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
): void {
  let text = ''
  request.on('data', (data) => {
    text += data
  })
  request.on('end', () => {
    if (request.method === 'POST') posts.push({ path: request.url ?? '', form: new URLSearchParams(text) })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.method === 'POST' ? '<h1>Back in the shop</h1>' : shopPage)
  })
}

const numberField = () => page.frameLocator('#number iframe').getByLabel('Numéro de carte', { exact: true })
const codeField = () => page.frameLocator('#code iframe').getByLabel('Cryptogramme', { exact: true })
const expiry = { expirationMonth: '12', expirationYear: '2040' }

async function openShop(overrides: Message = {}, origin = shopUrl): Promise<void> {
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

test('a card typed into the fields becomes a token; its digits leave the browser encrypted only', async () => {
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  await openShop()
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

test('a shop on 127.0.0.1 is served as well as one on localhost', async () => {
  await openShop({}, shopUrl.replace('localhost', '127.0.0.1'))
  await numberField().pressSequentially('5555555555554444')
  await codeField().pressSequentially('123')
  expect((await createdToken()).token).toMatch(/^eyJ/)
})

test('the fields suit phones, screen readers and card managers', async () => {
  await openShop()
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

test('what is wrong is said per field, and the container tells the page', async () => {
  await openShop()
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

test('wrong parameters are named before anything is sent', async () => {
  await openShop()
  await hasEvent('number', 'load')
  const refused = await createdToken({ expirationMonth: '1', expirationYear: '2040' })
  expect(refused).toMatchObject({
    reason: 'CREATE_TOKEN_VALIDATION_PARAMS',
    details: [{ location: 'expirationMonth' }],
  })
})

test('an expired card is refused by the server, by name', async () => {
  await openShop()
  await numberField().pressSequentially('4242424242424242')
  await codeField().pressSequentially('123')
  const refused = await createdToken({ expirationMonth: '01', expirationYear: '2020' })
  expect(refused).toMatchObject({
    reason: 'CREATE_TOKEN_VALIDATION_SERVERSIDE',
    details: [{ location: 'expirationYear' }],
  })
})

test('change events name the brand, and the security code follows it', async () => {
  await openShop()
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
  await openShop({ allowedCardNetworks: ['MASTERCARD'] })
  await numberField().pressSequentially('4242424242424242')
  await expect.poll(() => lastEvent('number', 'change')).toMatchObject({ valid: false, couldBeValid: false })
})

test('focus, blur, Enter, update and clear work as documented', async () => {
  await openShop()
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
  await openShop()
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

test('misuse is answered with the documented reasons', async () => {
  await openShop()
  for (const [reason, code] of misuses) {
    const said = await page.evaluate(`(() => { try { ${code} } catch (error) { return error.reason } })()`)
    expect([code, said]).toEqual([code, reason])
    await page.evaluate("try { number.load('#number') } catch {}")
  }
  await page.evaluate('number.dispose(); code.dispose()')
  expect(await createdToken()).toMatchObject({ reason: 'CREATE_TOKEN_NO_FIELDS' })
})

test('a page that the context does not name gets no fields', async () => {
  await openShop({ targetOrigins: ['https://shop.example'] })
  await hasEvent('number', 'error')
  await expect
    .poll(() => lastEvent('number', 'error'))
    .toMatchObject({ reason: 'IFRAME_JWT_VALIDATION_FAILED' })
  expect(await page.frameLocator('#number iframe').locator('input').count()).toBe(0)
  expect(await createdToken()).toMatchObject({ reason: 'CREATE_TOKEN_NO_FIELDS_LOADED' })
})

test('a page cannot write itself into the context', async () => {
  const [header, payload, signature] = (
    await world.session({ targetOrigins: ['https://shop.example'] })
  ).split('.')
  const claims = Buffer.from(payload!, 'base64url').toString().replace('https://shop.example', shopUrl)
  const forged = [header, Buffer.from(claims).toString('base64url'), signature].join('.')
  await page.goto(shopUrl)
  await page.evaluate(`start('${forged}').then(() => show('${forged}'))`)
  await hasEvent('number', 'error')
  await expect.poll(() => lastEvent('number', 'error')).toMatchObject({ reason: 'CAPTURE_CONTEXT_INVALID' })
})

test('device data collection tells the page when it is done', async () => {
  const token = await world.token('4242424242424242')
  const { body } = await world.post('/risk/v1/authentication-setups', {
    clientReferenceInformation: { code: 'device' },
    tokenInformation: { transientToken: tokenId(token) },
  })
  const facts = body.consumerAuthenticationInformation as Record<string, string>
  await page.goto(shopUrl)
  await postInFrame(facts.deviceDataCollectionUrl!, { JWT: facts.accessToken! })
  await page.waitForFunction('dataPosts.length > 0')
  const said = JSON.parse(await page.evaluate('dataPosts[0]'))
  expect(said).toMatchObject({
    MessageType: 'profile.completed',
    'Session Id': facts.referenceId,
    Status: true,
  })
})

async function postInFrame(url: string, fields: Record<string, string>): Promise<void> {
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '${url}', target: 'frame' })
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    document.body.append(form)
    form.submit()
  }`)
}

async function stepUp(
  order: Basket,
): Promise<{ token: string; enrolment: Awaited<ReturnType<typeof enrolled>> }> {
  const token = await world.token('4000000000003220')
  const enrolment = await enrolled(world, token, order, { returnUrl: `${shopUrl}/back` })
  const facts = enrolment.body.consumerAuthenticationInformation as Record<string, string>
  await page.goto(shopUrl)
  await postInFrame(facts.stepUpUrl!, { JWT: facts.accessToken!, MD: 'basket <7>' })
  return { token, enrolment }
}

const bank = () => page.frameLocator('iframe[name=frame]')

test('a challenge is worked through inside the shop’s frame and pays', async () => {
  const order = basket({ amount: '1250.00' })
  const { token, enrolment } = await stepUp(order)
  await bank().getByText('Confirmez votre paiement').waitFor()
  expect(await bank().locator('dl').innerText()).toContain('1\u202f250,00 USD')
  expect(await bank().getByText('1234', { exact: true }).isVisible()).toBe(true)
  await bank().getByLabel('Code', { exact: true }).fill('9999')
  await bank().getByRole('button', { name: 'Confirmer' }).click()
  expect(await bank().getByRole('alert').innerText()).toContain('Il reste 2 essais')
  await bank().getByRole('button', { name: 'Renvoyer le code' }).click()
  await bank().getByRole('status').waitFor()
  await bank().getByLabel('Code', { exact: true }).fill('1234')
  await page.keyboard.press('Enter')
  await bank().getByText('Back in the shop').waitFor()
  const id = valueAt(enrolment.body, 'consumerAuthenticationInformation.authenticationTransactionId')
  expect(posts.map(({ path, form }) => [path, form.get('TransactionId'), form.get('MD')])).toEqual([
    ['/back', id, 'basket <7>'],
  ])
  const validation = await validated(world, enrolment, order)
  const paid = await world.post('/pts/v2/payments', saleOf(token, order, proofFrom(validation)))
  expect(paid.body.status).toBe('AUTHORIZED')
})

test.each(['light', 'dark'] as const)(
  'the challenge page has no accessibility fault in %s colours',
  async (colorScheme) => {
    const enrolment = await enrolled(world, await world.token('4000000000003220'), basket())
    const facts = enrolment.body.consumerAuthenticationInformation as Record<string, string>
    const context = await browser.newContext({ colorScheme })
    const alone = await context.newPage()
    await alone.goto(shopUrl)
    await alone.evaluate(
      `document.body.innerHTML = '<form method="post" action="${facts.stepUpUrl}"><input name="JWT" value="${facts.accessToken}"></form>'`,
    )
    await Promise.all([alone.waitForURL('**/StepUp'), alone.evaluate('document.forms[0].submit()')])
    await alone.getByLabel('Code', { exact: true }).fill('1')
    await alone.keyboard.press('Enter')
    await alone.getByRole('alert').waitFor()
    const { violations } = await new AxeBuilder({ page: alone }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await context.close()
  },
)

test('cancelling carries the customer back, too', async () => {
  const order = basket()
  const { enrolment } = await stepUp(order)
  await bank().getByRole('button', { name: 'Annuler' }).click()
  await bank().getByText('Back in the shop').waitFor()
  expect((await validated(world, enrolment, order)).body.status).toBe('AUTHENTICATION_FAILED')
})

test('an English browser reads English', async () => {
  await page.close()
  page = await browser.newPage({ locale: 'en-GB' })
  await stepUp(basket())
  await bank().getByText('Confirm your payment').waitFor()
})

test('a step-up with a forged token shows that the page has expired', async () => {
  await page.goto(shopUrl)
  await postInFrame(`${world.url}/gateway/acs/V2/Cruise/StepUp`, { JWT: 'a.b.c' })
  await bank().getByText('Cette page a expiré').waitFor()
})
