// A payer on the checkout page, who tries another card while the page allows it.
import { type ActContext, isOk, minute } from './context.ts'

/** Clicks twice, reloads, waits and cancels, as payers do. */
export async function visit(context: ActContext, link: string): Promise<void> {
  const { chance, sleep } = context
  await sleep(chance.spread(1_000, chance.happens(0.1) ? 21 * minute : minute))
  if (chance.happens(0.05)) return
  // The page shows how many attempts were declined; a payer who sees the same number again gives up.
  for (let declines = 0; ; ) {
    const { attempts = declines } = (await tryCard(context, link)) ?? {}
    if (attempts === declines || chance.happens(0.2)) return
    declines = attempts
  }
}

type Declined = { attempts: number }

/** Tries one card. Returns the decline that leaves the payment open, if there was one. */
async function tryCard(context: ActContext, link: string): Promise<Declined | undefined> {
  const { chance, sleep, cardToken, clients, manners, tries } = context
  const session = await clients.page(link, 'session')
  const transient_token = await cardToken(session?.body?.capture_context)
  const setup = await clients.page(link, 'setup', { transient_token }, tries())
  if (!isOk(setup)) return
  const pay = () => clients.page(link, 'pay', { reference_id: setup.body.reference_id, browser: {} }, tries())
  const [paid] = await Promise.all([
    pay(),
    ...(chance.happens(0.2) ? [pay()] : []),
    ...(chance.happens(0.1) ? [sleep(chance.spread(1, 2_000)).then(() => clients.page(link, 'cancel'))] : []),
  ])
  if (paid?.body?.state !== 'CHALLENGE') return paid?.body?.declined
  await sleep(chance.spread(2_000, chance.happens(0.1) ? 20 * minute : minute))
  if (chance.happens(0.1)) {
    await clients.page(link, 'restart')
    return
  }
  const stepUp = { url: paid.body.step_up_url, accessToken: paid.body.access_token }
  await manners.passChallenge(stepUp, clients)
  const [ended] = await Promise.all([
    clients.page(link, 'continue', {}, tries()),
    ...(chance.happens(0.2) ? [clients.page(link, 'continue')] : []),
  ])
  return ended?.body?.declined
}
