// The part of a faultless day that moves money of wallets: transfers, quotes, batches, and corrections of a wallet.
import assert from 'node:assert/strict'
import { adminsOf, tokens } from '../../../test/support/callers/admins.ts'
import { batchesOf, rowOf, transfersOf } from '../../../test/support/callers/transfers.ts'
import { quoted } from '../../../test/support/quotes.ts'
import type { World } from '../../../test/support/world/world.ts'

const watched = { sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' }
const ugandan = { amount: 2_500, currency: 'UGX' }

export async function sendMoney(world: World): Promise<void> {
  const [transfers, admins] = [transfersOf(world), adminsOf(world)]
  const callback_url = transfers.callbackUrl('healthy')
  const sent = (overrides: Record<string, unknown> = {}) => transfers.accepted({ callback_url, ...overrides })
  const held = (number: number) => sent({ ...watched, ...ugandan, sender_document_number: `WL${number}` })
  const reaches = (transfer: { reference: string }, status: string) =>
    transfers.reaches(transfer.reference, status)
  const declined = { customer_number: '+243970000002', expected_receiver_name: 'Marie Ilunga' }
  const [arrived, foreign, refused, back] = await Promise.all([sent(), sent(ugandan), sent(declined), sent()])
  await reaches(arrived, 'Successful')
  await reaches(foreign, 'Successful')
  await reaches(refused, 'Failed')
  await reaches(back, 'Successful')
  await admins.act(`transfers/${back.transaction_id}/reverse`)
  await reaches(back, 'Reversed')
  const [released, rejected] = [await held(100_001), await held(100_002)]
  await held(100_003)
  const decide = (act: string, { transaction_id }: { transaction_id: string }) =>
    admins.act(`remittance/holds/${transaction_id}/${act}`)
  await decide('release', released)
  await decide('reject', rejected)
  await reaches(released, 'Successful')
  await sendByQuotes(world)
}

/** One quote in each state: one transfer by a quote is paid, one is released, one is rejected, and one stays held. */
async function sendByQuotes(world: World): Promise<void> {
  const [transfers, admins] = [transfersOf(world), adminsOf(world)]
  const by = async (more: object = {}) => {
    const { quote_id } = await quoted(world, { receiver_amount: 0.3, currency: 'EUR', operator: 'vodacom' })
    return transfers.accepted({ quote_id, amount: undefined, currency: undefined, ...more })
  }
  const held = (number: number) => by({ ...watched, sender_document_number: `WL${number}` })
  const [paid, released, rejected] = [await by(), await held(100_004), await held(100_005)]
  await held(100_006)
  for (const [act, { transaction_id }] of [
    ['release', released],
    ['reject', rejected],
  ] as const)
    await admins.act(`remittance/holds/${transaction_id}/${act}`)
  for (const { reference } of [paid, released]) await transfers.reaches(reference, 'Successful')
  await quoted(world, { source_amount: 0.2, currency: 'USD' })
}

export async function putWalletRight(world: World): Promise<void> {
  const admins = adminsOf(world)
  const wallet = `wallets/${world.merchant.merchant_code}`
  for (const act of ['approve', 'reject']) {
    const { id } = await admins.act(`${wallet}/adjustments`, { amount: 4, reason: 'counted again' })
    await admins.act(`wallets/adjustments/${id}/${act}`, { reason: 'checked' }, 'benoit')
  }
  const body = { amount: 5, reason: 'bank transfer' }
  const headers = { 'x-admin-token': tokens.amina, 'idempotency-key': 'top-up' }
  await world.admin('POST', `/api/v1/admin/${wallet}/top-ups`, body, headers)
  const { id } = await admins.act(`${wallet}/top-ups`, { amount: 9_999, reason: 'bank transfer' })
  await admins.act(`wallets/adjustments/${id}/approve`, { reason: 'seen the slip' }, 'benoit')
}

/** One batch that is done, with a row in each state that lasts, one that stopped for want of money, and one that was never confirmed. */
export async function payByFile(world: World): Promise<void> {
  const of = await batchesOf(world, '5.00')
  const declined = { customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' }
  const done = await of.confirmed([
    rowOf('E-1', { amount: 0.4 }),
    rowOf('E-2', declined),
    rowOf('E-3', { ...watched, sender_document_number: 'WL100007' }),
    rowOf('E-4', { amount: 1.234 }),
  ])
  await of.reaches(done, 'DONE')
  assert.equal((await of.act(done, 'retry-failed')).status, 200)
  await of.reaches(done, 'DONE')
  const left = await of.uploaded([rowOf('L-1')])
  await of.reaches(left, 'CHECKED')
  assert.equal((await of.act(left, 'cancel')).status, 200)
  await of.reaches(await of.confirmed(Array.from({ length: 5 }, (_, n) => rowOf(`P-${n}`))), 'PAUSED')
}
