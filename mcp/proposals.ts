// Tools that prepare refunds and transfers. They upload a batch, which no API key can confirm: a user of the merchant does that in
// the portal, with the count and the total typed by hand. So an assistant that was misled can propose, but not pay.
import { z } from 'zod'
import type { Batch, BatchUploadRow } from '../sdk/likuta.ts'
import { type ToolNeeds, tool } from './tool.ts'
import { transferFields } from './transfer-tools.ts'

const name = z.string().min(1).max(100).describe('what the person who confirms reads first')
const maxRows = 500
const batchId = z.object({ batch_id: z.string() })
const promise =
  'Moves no money: a user of the merchant confirms the batch in the portal. Give that person the address in next_step.'

const refund = z.object({
  transaction_uuid: z.string(),
  amount: z.number().positive().optional().describe('without it, all that is left of the payment'),
  reason: z.string().min(1).max(200),
})

export const refundProposals = [
  tool({
    name: 'propose_refunds',
    title: 'Propose refunds',
    description: `Prepares refunds of payments, with a reason each. ${promise}`,
    effect: 'propose',
    input: z.object({ name, rows: z.array(refund).min(1).max(maxRows) }),
    run: async (needs, { name, rows }) => {
      const sent = rows.map(({ amount, ...row }) => ({ ...row, ...(amount !== undefined && { amount }) }))
      return proposed(needs, 'refund-batches', await needs.likuta.payments.refundBatches.upload(name, sent))
    },
  }),
  tool({
    name: 'read_refund_batch',
    title: 'Read proposed refunds',
    description: 'The state of a batch of refunds, and its rows with their faults.',
    effect: 'read',
    input: batchId,
    run: async ({ likuta }, { batch_id }) => ({
      batch: await likuta.payments.refundBatches.read(batch_id),
      rows: await likuta.payments.refundBatches.rows(batch_id).page(1),
    }),
  }),
]

export const transferProposals = [
  tool({
    name: 'propose_transfers',
    title: 'Propose transfers',
    description: `Prepares transfers to mobile-money wallets. A row has the fields of transfer_requirements, or names saved profiles in sender_profile and beneficiary. ${promise}`,
    effect: 'propose',
    input: z.object({ name, rows: z.array(transferFields).min(1).max(maxRows) }),
    run: async (needs, { name, rows }) =>
      proposed(
        needs,
        'batches',
        await needs.likuta.remittance.batches.upload(name, rows as BatchUploadRow[]),
      ),
  }),
  tool({
    name: 'read_transfer_batch',
    title: 'Read proposed transfers',
    description: 'The state of a batch of transfers, and its rows with their faults.',
    effect: 'read',
    input: batchId,
    run: async ({ likuta }, { batch_id }) => ({
      batch: await likuta.remittance.batches.read(batch_id),
      rows: await likuta.remittance.batches.rows(batch_id).page(1),
    }),
  }),
]

function proposed({ baseUrl }: ToolNeeds, page: string, batch: Batch) {
  const address = `${baseUrl}/portal/${page}/${batch.batch_id}`
  return {
    batch,
    next_step: `Nothing has moved. A user of the merchant checks and confirms it at ${address}`,
  }
}
