// Transfers and wallets.
import { type Callers, sendTransfer, topUp } from './callers.ts'
import { minutes, nothing, type Operation } from './operation.ts'
import { adjust, topUpTogether } from './steps.ts'

const transferBecame = async (callers: Callers, more: object = {}) => {
  const id = await sendTransfer(callers, more)
  await minutes(callers.world, 5)
  return id
}

async function askForQuote({ clients, as, again: repeat, acknowledge }: Callers): Promise<string> {
  const wanted = { receiver_amount: 0.5, currency: 'UGX' }
  const made = await clients.basic(as, '/api/v1/remittance/quotes', wanted, repeat())
  const id = made?.body?.data?.quote_id
  if (id) acknowledge('quote', 'select 1 from quote where quote_id = $1', id)
  return id ?? ''
}

/** A transfer that its quote prices, and which no other transfer may use. */
async function transferByQuote(callers: Callers, more: object = {}): Promise<string> {
  const quote_id = await askForQuote(callers)
  if (quote_id === '') return ''
  callers.once('quote', 'select 1 from quote where quote_id = $1 and transfer_id is not null', quote_id)
  return transferBecame(callers, { quote_id, amount: undefined, currency: undefined, ...more })
}

export const remittanceOperations: readonly Operation[] = [
  {
    name: 'transfer by a quote: quote, inbound, dispatch',
    movesMoney: true,
    prepare: nothing,
    run: async (callers) => void (await transferByQuote(callers)),
  },
  {
    name: 'quote that expires',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => {
      await askForQuote(callers)
      await minutes(callers.world, 12)
    },
  },
  {
    name: 'transfer: inbound, dispatch, callback, webhook',
    movesMoney: true,
    prepare: nothing,
    run: async (callers) => void (await transferBecame(callers)),
  },
  {
    name: 'transfer whose reply is lost',
    movesMoney: true,
    faults: ['operator acts, reply lost'],
    prepare: nothing,
    run: async (callers) => void (await transferBecame(callers)),
  },
  {
    name: 'transfer reported failed while its call hangs',
    movesMoney: true,
    faults: ['callback of a failure while the call hangs'],
    prepare: nothing,
    run: async (callers) => void (await transferBecame(callers)),
  },
  {
    name: 'transfer that is declined',
    movesMoney: false,
    faults: ['operator declines'],
    prepare: nothing,
    run: async (callers) => void (await transferBecame(callers)),
  },
  {
    name: 'release of a hold',
    movesMoney: true,
    // A new sender each time, because a sender released once is cleared for later transfers.
    prepare: (callers) =>
      sendTransfer(callers, {
        sender_first_name: 'Watchlist',
        sender_last_name: 'Person',
        sender_document_number: `WL${100_000 + callers.world.chance.below(900_000)}`,
      }),
    run: async ({ clients, world }, id) => {
      await clients.admin(
        'amina',
        `/api/v1/admin/remittance/holds/${id}/release`,
        { reason: 'looked at it' },
        { tries: 4 },
      )
      await minutes(world, 5)
    },
  },
  {
    name: 'reversal',
    movesMoney: true,
    prepare: (callers) => transferBecame(callers),
    run: async ({ clients, world }, id) => {
      await clients.admin(
        'amina',
        `/api/v1/admin/transfers/${id}/reverse`,
        { reason: 'by mistake' },
        { tries: 4 },
      )
      await minutes(world, 5)
    },
  },
  {
    name: 'top-up by an admin',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => {
      const { clients, as, again: repeat } = callers
      const path = `/api/v1/admin/wallets/${as.merchant_code}/top-ups`
      await topUp(callers, (amount) =>
        clients.admin('amina', path, { amount, reason: 'bank transfer' }, repeat()),
      )
    },
  },
  {
    name: 'top-up of a sandbox',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => {
      const { clients, as, again: repeat } = callers
      await topUp(callers, (amount) =>
        clients.basic(as, '/api/v1/remittance/sandbox/topup', { amount }, repeat()),
      )
    },
  },
  {
    name: 'top-up pending approval',
    movesMoney: false,
    prepare: nothing,
    run: topUpTogether,
  },
  {
    name: 'adjustment by two admins',
    movesMoney: false,
    prepare: nothing,
    run: adjust,
  },
]
