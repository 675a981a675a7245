// A checkout on the merchant's own page, driven by the merchant's server.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { payer } from '../bill-to.ts'
import { type ActContext, isOk, minute } from './context.ts'

export async function customCheckout(context: ActContext): Promise<void> {
  const { chance, clients, merchant, amount, cardToken, acknowledge } = context
  const as = merchant()
  const opened = await clients.signed(as, '/api/v1/microform/capture-context', {
    target_origin: 'https://shop.test',
    merchant_reference: `CUS-${context.next()}`,
  })
  if (!isOk(opened)) return
  const { transaction_uuid, jwt: capture_context } = opened.body.data ?? opened.body
  if (chance.happens(0.1)) {
    const foreign = { transaction_uuid, transient_token: await cardToken('context-of-another') }
    if (isOk(await clients.signed(as, '/api/v1/microform/pa-setup', foreign)))
      acknowledge('refusal of a foreign card token', 'select 1 where false')
  }
  const transient_token = await cardToken(capture_context)
  const setup = await clients.signed(as, '/api/v1/microform/pa-setup', { transaction_uuid, transient_token })
  if (!isOk(setup)) return
  const payment = {
    transaction_uuid,
    transient_token,
    amount: amount(),
    currency: 'USD',
    bill_to: payer,
  }
  const { reference_id } = setup.body.data ?? setup.body
  const enrolled = await clients.signed(as, '/api/v1/microform/pa-enroll', { ...payment, reference_id })
  if (!isOk(enrolled)) return
  const facts = enrolled.body.data ?? enrolled.body
  await charge(context, { as, payment, facts })
}

type Enrolled = {
  as: Credentials
  payment: { transaction_uuid: string; transient_token: string; amount: number; currency: string }
  /** The response to the enrolment. */
  facts: Record<string, any>
}

async function charge(context: ActContext, { as, payment, facts }: Enrolled): Promise<void> {
  const { chance, sleep, clients, callbackUrl, manners, acknowledge, tries } = context
  await sleep(chance.spread(500, 2 * minute))
  const body = {
    ...payment,
    merchant_reference: `CUS-${context.last()}`,
    callback_url: callbackUrl(),
    ...(facts.authentication_transaction_id && {
      authentication_transaction_id: facts.authentication_transaction_id,
    }),
  }
  const send = () => clients.signed(as, '/api/v1/microform/charge', body, { tries: tries() })
  const bank = () =>
    manners.passChallenge({ url: facts.step_up_url, accessToken: facts.access_token }, clients)
  // Sometimes the merchant's server does not wait for the bank: the charge is refused, or comes just in time.
  if (facts.challenge_required) await Promise.all([bank(), ...(chance.happens(0.3) ? [send()] : [])])
  const [charged] = await Promise.all([send(), ...(chance.happens(0.3) ? [send()] : [])])
  const response = charged?.body?.data ?? charged?.body
  if (isOk(charged) && response?.status === 'SUCCESS')
    acknowledge(
      'charge',
      `select 1 from card_transaction where transaction_uuid = $1 and status not in ('PENDING', 'FAILED', 'EXPIRED', 'CANCELLED')`,
      payment.transaction_uuid,
    )
}
