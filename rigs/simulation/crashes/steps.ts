// Operations of several steps: a custom checkout, and actions of admins.
import { payer } from '../callers/bill-to.ts'
import { returnFromBank } from '../callers/manners.ts'
import type { CardWord } from '../upstreams/card-gateway/books.ts'
import { type Callers, callback_url } from './callers.ts'

/** A custom checkout by a hasty merchant's server, which requests the charge before the challenge is complete. */
export function customCheckout(word: CardWord) {
  return async ({ world, clients, as, token, once }: Callers): Promise<void> => {
    const opened = await clients.signed(
      as,
      '/api/v1/microform/capture-context',
      { target_origin: 'https://shop.test', merchant_reference: 'CUS' },
      { tries: 4 },
    )
    const { transaction_uuid } = opened?.body?.data ?? opened?.body ?? {}
    const transient_token = token(word)
    const payment = { transaction_uuid, transient_token, amount: 12, currency: 'USD', bill_to: payer }
    const setup = await clients.signed(
      as,
      '/api/v1/microform/pa-setup',
      { transaction_uuid, transient_token },
      { tries: 4 },
    )
    const { reference_id } = setup?.body?.data ?? setup?.body ?? {}
    const enrolled = await clients.signed(
      as,
      '/api/v1/microform/pa-enroll',
      { ...payment, reference_id },
      { tries: 4 },
    )
    const { authentication_transaction_id, access_token } = enrolled?.body?.data ?? enrolled?.body ?? {}
    const charge = {
      ...payment,
      merchant_reference: 'CUS',
      callback_url,
      ...(authentication_transaction_id && { authentication_transaction_id }),
    }
    const send = () => clients.signed(as, '/api/v1/microform/charge', charge, { tries: 4 })
    const early = await send()
    if (!access_token) return
    if (early?.status === 200) once('early charge', 'select 1 from generate_series(1, 2)')
    await returnFromBank({ accessToken: access_token }, clients, world.cards)
    await send()
  }
}

export async function refund(
  { clients, again: repeat, acknowledge, once, named }: Callers,
  payment: string,
): Promise<void> {
  const path = `/api/v1/admin/payment/refunds/${payment}`
  const reason = named('asked for')
  once('refund', `select 1 from card_refund where reason = $1 and status <> 'FAILED'`, reason)
  const response = await clients.admin('amina', path, { amount: 10, reason }, repeat())
  if (response?.status === 200)
    acknowledge(
      'refund',
      `select 1 from card_refund where id = $1 and status = 'SUCCESS'`,
      response.body.refund_id,
    )
}

export async function voidPayment(
  { clients, again: repeat, acknowledge, once, named }: Callers,
  payment: string,
): Promise<void> {
  const reason = named('not wanted')
  const voided = `select 1 from card_void where reason = $1 and status <> 'FAILED'`
  once('void', voided, reason)
  const response = await clients.admin(
    'amina',
    `/api/v1/admin/payment/voids/${payment}`,
    { reason },
    repeat(),
  )
  if (response?.status === 200) acknowledge('void', voided, reason)
}

/** Together these exceed what one person may book, with any of their tokens. */
export async function topUpTogether({
  clients,
  as,
  again: repeat,
  acknowledge,
  once,
}: Callers): Promise<void> {
  const path = '/api/v1/admin/wallets'
  const body = { amount: 6_000, reason: 'bank transfer' }
  await clients.admin('amina', `${path}/${as.merchant_code}/top-ups`, body, repeat())
  const requested = await clients.admin('amina-phone', `${path}/${as.merchant_code}/top-ups`, body, repeat())
  const id = requested?.body?.data?.id
  if (id === undefined) return
  const booked = `select 1 from wallet_entry where posting_key = 'topup:admin:adjustment:' || $1`
  acknowledge('top-up that waits', `select 1 from wallet_adjustment where id = $1 and kind = 'TOPUP'`, id)
  once('top-up that waited', booked, id)
  const approve = `${path}/adjustments/${id}/approve`
  const decided = await clients.admin('benoit', approve, { reason: 'seen the slip' }, repeat())
  if (decided?.status === 200) acknowledge('top-up that waited', booked, id)
}

export async function adjust({
  clients,
  as,
  again: repeat,
  acknowledge,
  once,
  named,
}: Callers): Promise<void> {
  const reason = named('put right by hand')
  once('adjustment', 'select 1 from wallet_adjustment where reason = $1', reason)
  const path = '/api/v1/admin/wallets'
  const body = { amount: 3, reason }
  const requested = await clients.admin('amina', `${path}/${as.merchant_code}/adjustments`, body, repeat())
  const id = requested?.body?.data?.id
  if (id === undefined) return
  acknowledge('adjustment', 'select 1 from wallet_adjustment where id = $1', id)
  const approve = `${path}/adjustments/${id}/approve`
  const decided = await clients.admin('benoit', approve, { reason: 'checked' }, repeat())
  if (decided?.status !== 200) return
  acknowledge('approval', `select 1 from wallet_adjustment where id = $1 and state = 'APPROVED'`, id)
}
