// Tests device data collection and the challenge in a real browser, inside a frame of a shop on another origin.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violationsOn } from '../../../test/support/browser/axe.ts'
import { valueAt } from '../message.ts'
import { openShopfront, postInFrame, type Shopfront } from '../testing/browser.ts'
import { type Basket, basket, enrolled, proofFrom, saleOf, tokenId, validated } from '../testing/journey.ts'
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

test('device data collection notifies the page when it is complete', async () => {
  const token = await world.token('4242424242424242')
  const { body } = await world.post('/risk/v1/authentication-setups', {
    clientReferenceInformation: { code: 'device' },
    tokenInformation: { transientToken: tokenId(token) },
  })
  const facts = body.consumerAuthenticationInformation as Record<string, string>
  await page.goto(merchant.url)
  await postInFrame(page, facts.deviceDataCollectionUrl!, { JWT: facts.accessToken! })
  await page.waitForFunction('dataPosts.length > 0')
  const output = JSON.parse(await page.evaluate('dataPosts[0]'))
  expect(output).toMatchObject({
    MessageType: 'profile.completed',
    'Session Id': facts.referenceId,
    Status: true,
  })
})

async function stepUp(
  order: Basket,
): Promise<{ token: string; enrolment: Awaited<ReturnType<typeof enrolled>> }> {
  const token = await world.token('4000000000003220')
  const enrolment = await enrolled(world, token, order, { returnUrl: `${merchant.url}/back` })
  const facts = enrolment.body.consumerAuthenticationInformation as Record<string, string>
  await page.goto(merchant.url)
  await postInFrame(page, facts.stepUpUrl!, { JWT: facts.accessToken!, MD: 'basket <7>' })
  return { token, enrolment }
}

const bank = () => page.frameLocator('iframe[name=frame]')

test('a challenge is completed inside the frame of the shop and the payment succeeds', async () => {
  const order = basket({ amount: '1250.00' })
  const { token, enrolment } = await stepUp(order)
  await bank().getByText('Confirmez votre paiement').waitFor()
  expect(await bank().locator('dl').innerText()).toContain('1\u202f250,00\u00a0USD')
  expect(await bank().getByText('1234', { exact: true }).isVisible()).toBe(true)
  await bank().getByLabel('Code', { exact: true }).fill('9999')
  await bank().getByRole('button', { name: 'Confirmer' }).click()
  expect(await bank().getByRole('alert').innerText()).toContain('Il vous reste 2 tentatives')
  await bank().getByRole('button', { name: 'Renvoyer le code' }).click()
  await bank().getByRole('status').waitFor()
  await bank().getByLabel('Code', { exact: true }).fill('1234')
  await page.keyboard.press('Enter')
  await bank().getByText('Back in the shop').waitFor()
  const id = valueAt(enrolment.body, 'consumerAuthenticationInformation.authenticationTransactionId')
  expect(merchant.posts.map(({ path, form }) => [path, form.get('TransactionId'), form.get('MD')])).toEqual([
    ['/back', id, 'basket <7>'],
  ])
  const validation = await validated(world, enrolment, order)
  const paid = await world.post('/pts/v2/payments', saleOf(token, order, proofFrom(validation)))
  expect(paid.body.status).toBe('AUTHORIZED')
})

test.each(['light', 'dark'] as const)(
  'the challenge page has no accessibility issue in %s colours',
  async (colorScheme) => {
    const enrolment = await enrolled(world, await world.token('4000000000003220'), basket())
    const facts = enrolment.body.consumerAuthenticationInformation as Record<string, string>
    const context = await merchant.browser.newContext({ colorScheme })
    const alone = await context.newPage()
    await alone.goto(merchant.url)
    await alone.evaluate(
      `document.body.innerHTML = '<form method="post" action="${facts.stepUpUrl}"><input name="JWT" value="${facts.accessToken}"></form>'`,
    )
    await Promise.all([alone.waitForURL('**/StepUp'), alone.evaluate('document.forms[0].submit()')])
    await alone.getByLabel('Code', { exact: true }).fill('1')
    await alone.keyboard.press('Enter')
    await alone.getByRole('alert').waitFor()
    expect(await violationsOn(alone)).toEqual([])
    await context.close()
  },
)

test('cancelling a challenge returns the customer to the shop', async () => {
  const order = basket()
  const { enrolment } = await stepUp(order)
  await bank().getByRole('button', { name: 'Annuler' }).click()
  await bank().getByText('Back in the shop').waitFor()
  expect((await validated(world, enrolment, order)).body.status).toBe('AUTHENTICATION_FAILED')
})

test('an English browser gets the challenge in English', async () => {
  await page.close()
  page = await merchant.newPage('en-GB')
  await stepUp(basket())
  await bank().getByText('Confirm your payment').waitFor()
})

test('a step-up with a forged token shows that the page has expired', async () => {
  await page.goto(merchant.url)
  await postInFrame(page, `${world.url}/gateway/acs/V2/Cruise/StepUp`, { JWT: 'a.b.c' })
  await bank().getByText('Cette page a expiré').waitFor()
})
