// Money added to wallets: by a merchant or one admin, or by two.
import { type ActContext, isOk } from './context.ts'

/** Each top-up has a unique amount, which shows whether it was booked and how often. */
export async function topUp(context: ActContext): Promise<void> {
  const { chance, clients, merchant, admin, newKey, maybeKey, once, acknowledge, tries } = context
  const as = merchant()
  const cents = 300 + context.nextTopUp()
  const booked = `select 1 from wallet_entry where kind = 'TOPUP' and amount_minor = $1`
  const isOwn = chance.happens(0.5)
  const sent = isOwn ? { ...maybeKey(), tries: tries() } : { ...newKey(), tries: 3 }
  if (sent.key) once('top-up', booked, cents)
  const response = await (isOwn
    ? clients.basic(as, '/api/v1/remittance/sandbox/topup', { amount: cents / 100 }, sent)
    : clients.admin(
        admin(),
        `/api/v1/admin/wallets/${as.merchant_code}/top-ups`,
        { amount: cents / 100, reason: 'bank transfer' },
        sent,
      ))
  if (isOk(response)) acknowledge('top-up', booked, cents)
}

/** Several of these a day exceed the limit that one person may book alone. */
export async function largeTopUp(context: ActContext): Promise<void> {
  const { clients, merchant, admin, newKey, maybeKey, once, acknowledge, tries } = context
  const as = merchant()
  const cents = 600_000 + context.nextTopUp()
  const booked = `select 1 from wallet_entry where kind = 'TOPUP' and amount_minor = $1`
  once('large top-up', booked, cents)
  const requested = await clients.admin(
    admin(),
    `/api/v1/admin/wallets/${as.merchant_code}/top-ups`,
    { amount: cents / 100, reason: 'bank transfer' },
    { ...newKey(), tries: 3 },
  )
  if (!isOk(requested)) return
  const { id } = requested.body.data
  if (id === undefined) return void acknowledge('large top-up', booked, cents)
  acknowledge('top-up that waits', `select 1 from wallet_adjustment where id = $1 and kind = 'TOPUP'`, id)
  const response = await clients.admin(
    admin(),
    `/api/v1/admin/wallets/adjustments/${id}/approve`,
    { reason: 'seen the slip' },
    { ...maybeKey(), tries: tries() },
  )
  if (isOk(response)) acknowledge('top-up that waited', booked, cents)
}
