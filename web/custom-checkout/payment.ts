// The steps of a payment through the shop's server.
import { browserFacts, collectDeviceData } from '../checkout/three-d-secure.ts'
import { type Challenge, type ChallengeTexts, runChallenge } from './challenge.ts'
import { CheckoutError } from './errors.ts'
import { pause, type ShopServer } from './shop-server.ts'

/** `PENDING`: the outcome is not known yet, and the shop's server will be notified. The payer must not pay again. */
export type Outcome = {
  status: 'SUCCESS' | 'FAILED' | 'PENDING'
  transaction_uuid: string
  reason_code: string | null
  message: string | null
}

type Reply = { status: string; step?: string } & Omit<Outcome, 'status'>

/** How long the outcome of a charge is looked for, every two seconds. */
const maxInquiryMs = 120_000

/**
 * Sets up the authentication of a card, collects device data and enrols.
 * @throws CheckoutError
 */
export async function enrol(server: ShopServer, token: string): Promise<Challenge & { status: string }> {
  const setup = await server.call<{ url: string; access_token: string }>('setup', { token })
  await collectDeviceData(setup.url, setup.access_token)
  return server.call('enrol', { browser: browserFacts() })
}

/**
 * Charges, and looks for the outcome while it is unknown. Each repeat names the same transaction, which is charged once.
 * @throws CheckoutError
 */
export async function charge(server: ShopServer): Promise<Outcome> {
  let reply: Reply | undefined
  const began = Date.now()
  for (let inquiry = 0; inquiry === 0 || Date.now() - began < maxInquiryMs; inquiry++) {
    if (inquiry > 0) await pause(2000)
    try {
      // A request that was lost may have arrived: its outcome is asked for before it is sent again.
      if (inquiry > 0) reply = await server.call<Reply>('status', {}, 1)
      if (!isEnded(reply)) reply = await server.call<Reply>('charge', {}, 1)
    } catch (error) {
      const { code } = error as CheckoutError
      if (code !== 'network' && code !== 'unavailable') throw error
    }
    if (reply?.status === 'CHALLENGE_REQUIRED') throw new CheckoutError('challenge_closed')
    if (isEnded(reply)) return ended(server, reply)
  }
  if (!reply) throw new CheckoutError('network')
  return { ...outcomeIn(reply), status: 'PENDING' }
}

type Ended = Reply & { status: 'SUCCESS' | 'FAILED' }
const isEnded = (reply: Reply | undefined): reply is Ended =>
  reply?.status === 'SUCCESS' || reply?.status === 'FAILED'

/** Another card may pay what was declined. An order that was paid stays so in this browser, whether the shop knows it yet or not. */
function ended(server: ShopServer, reply: Reply): Outcome {
  if (reply.status !== 'SUCCESS') server.forget()
  return outcomeIn(reply)
}

const outcomeIn = ({ status, transaction_uuid, reason_code, message }: Reply): Outcome => ({
  ...{ status: status as Outcome['status'], transaction_uuid },
  ...{ reason_code: reason_code ?? null, message: message ?? null },
})

/**
 * Continues the payment of an earlier page: its challenge, if the bank is not done, and its charge.
 * @returns undefined when there is none, or when it needs the card again.
 */
export async function interrupted(
  server: ShopServer,
  texts: ChallengeTexts,
  resumed: () => void,
): Promise<Outcome | undefined> {
  if (!server.canResume()) return undefined
  try {
    const found = await server.call<Reply>('status')
    if (isEnded(found)) return ended(server, found)
    if (found.status !== 'PENDING') server.forget()
    if (found.status !== 'PENDING' || found.step !== 'enrolled') return undefined
    resumed()
    return await charge(server).catch(async (error: CheckoutError) => {
      if (error.code !== 'challenge_closed') throw error
      // The bank is not done: its page opens again.
      const enrolment = await server.call<Challenge>('enrol', { browser: browserFacts() })
      await runChallenge(enrolment, texts, false)
      return charge(server)
    })
  } catch (error) {
    const { code } = error as CheckoutError
    if (code === 'expired') return afterEnd(server)
    // Of this browser no payment is known, so nothing was charged by it.
    if (code === 'order_unknown') server.forget()
    else if (code !== 'challenge_closed' && code !== 'card_again') throw error
    return undefined
  }
}

/**
 * What became of a transaction that takes no card any more. Another checkout may begin only after one that has ended without a payment.
 * @returns its outcome; undefined if it has expired
 * @throws CheckoutError `unavailable` while that is not known
 */
export async function afterEnd(server: ShopServer): Promise<Outcome | undefined> {
  const found = await server.call<Reply>('status')
  if (isEnded(found)) return ended(server, found)
  if (found.status === 'PENDING') throw new CheckoutError('unavailable')
  server.forget()
  return undefined
}
