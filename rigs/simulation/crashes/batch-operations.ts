// Batches of transfers: uploaded, confirmed by a person, sent row by row, and stopped on the way.
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import { type Callers, topUp } from './callers.ts'
import { minutes, nothing, type Operation } from './operation.ts'

const path = '/api/v1/remittance/batches'
const watched = { sender_first_name: 'Watchlist', sender_last_name: 'Person' }
const paidOf = `select 1 from transfer where (reference = $1 or reference like $1 || '/%') and status <> 'Failed'`

type Row = Record<string, unknown> & { reference: string }

const rowsOf = ({ named }: Callers, amounts: readonly number[], more: object = {}): Row[] =>
  amounts.map((amount) => ({ ...exampleTransfer, reference: named('E'), amount, ...more }))

/** Uploads rows. Returns the id of the batch, which is empty when there was no response. */
async function upload(callers: Callers, rows: readonly Row[]): Promise<string> {
  const { clients, as, acknowledge, once } = callers
  const [first] = rows
  once('batch', 'select 1 from batch_row where reference = $1', first?.reference)
  const response = await clients.basic(as, path, { rows }, { tries: 4 })
  const id = response?.body?.data?.batch_id ?? response?.body?.errors?.[0]?.message
  if (id === undefined) return ''
  acknowledge('batch', 'select 1 from batch where batch_id = $1', id)
  for (const { reference } of rows) once('row of a batch', paidOf, `${id}/${reference}`)
  return id
}

/** A batch that a worker has checked, which costs so many cents. */
async function checked(callers: Callers, amounts: readonly number[], more: object = {}): Promise<string> {
  const id = await upload(callers, rowsOf(callers, amounts, more))
  await minutes(callers.world, 2)
  return id
}

/** A person types the figures that the portal shows. */
async function confirm({ clients, as, acknowledge }: Callers, id: string): Promise<void> {
  const shown = await clients.readPortal(as, `batches/${id}`, { tries: 4 })
  const { counts, total_debit: total } = shown?.body?.data ?? {}
  const body = { count: counts?.ready, total }
  const response = await clients.portal(as, `batches/${id}/confirm`, body, { tries: 4 })
  if (response?.status === 200)
    acknowledge('confirmed batch', 'select 1 from batch where batch_id = $1 and confirmed_at is not null', id)
}

async function act({ clients, as }: Callers, id: string, name: string): Promise<boolean> {
  const response = await clients.basic(as, `${path}/${id}/${name}`, {}, { tries: 4 })
  return response?.status === 200
}

async function paid(callers: Callers, id: string): Promise<void> {
  await confirm(callers, id)
  await minutes(callers.world, 5)
}

async function release({ clients, world }: Callers, id: string): Promise<void> {
  const [held] = await world.store.rows(
    `select transaction_id from transfer where reference like $1 || '/%' and status = 'Hold'`,
    [id],
  )
  const path = `/api/v1/admin/remittance/holds/${held?.transaction_id}/release`
  await clients.admin('amina', path, { reason: 'looked at it' }, { tries: 4 })
  await minutes(world, 5)
}

export const batchOperations: readonly Operation[] = [
  {
    name: 'batch: upload, check',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => void (await checked(callers, [0.1, 0.2])),
  },
  {
    name: 'batch: confirmation, rows, event',
    movesMoney: true,
    prepare: (callers) => checked(callers, [0.1, 0.2]),
    run: paid,
  },
  {
    name: 'batch whose replies are lost',
    movesMoney: true,
    faults: ['operator acts, reply lost'],
    prepare: (callers) => checked(callers, [0.1]),
    run: paid,
  },
  {
    name: 'batch whose failed row is sent again',
    movesMoney: true,
    faults: ['operator declines'],
    prepare: (callers) => checked(callers, [0.1]),
    run: async (callers, id) => {
      await paid(callers, id)
      await act(callers, id, 'retry-failed')
      await minutes(callers.world, 5)
    },
  },
  {
    name: 'batch that is paused, resumed and cancelled',
    movesMoney: true,
    prepare: (callers) => checked(callers, [0.1, 0.2, 0.3]),
    run: async (callers, id) => {
      await confirm(callers, id)
      await act(callers, id, 'pause')
      await act(callers, id, 'resume')
      if (await act(callers, id, 'cancel'))
        callers.acknowledge(
          'cancelled batch',
          `select 1 from batch where batch_id = $1 and state = 'CANCELLED'`,
          id,
        )
      await minutes(callers.world, 5)
    },
  },
  {
    name: 'batch that waits for a top-up',
    movesMoney: true,
    // With fees, sixty dollars cost more than the wallet has, and a little less than the top-up.
    prepare: (callers) =>
      checked(
        callers,
        Array.from({ length: 60 }, () => 1),
      ),
    run: async (callers, id) => {
      const { clients, as, again } = callers
      await paid(callers, id)
      const path = `/api/v1/admin/wallets/${as.merchant_code}/top-ups`
      const send = (amount: number) =>
        clients.admin('amina', path, { amount, reason: 'bank transfer' }, again())
      await topUp(callers, send, 7_700)
      await minutes(callers.world, 5)
      if (id !== '')
        callers.acknowledge(
          'batch that went on',
          `select 1 from batch where batch_id = $1 and state <> 'PAUSED'`,
          id,
        )
    },
  },
  {
    name: 'release of a held row of a batch',
    movesMoney: true,
    prepare: async (callers) => {
      const sender_document_number = `WL${100_000 + callers.world.chance.below(900_000)}`
      const id = await checked(callers, [0.1], { ...watched, sender_document_number })
      await paid(callers, id)
      return id
    },
    run: release,
  },
]
