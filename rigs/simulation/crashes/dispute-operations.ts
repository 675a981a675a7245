// Disputes: reported and decided by the gateway, answered or accepted by the merchant.
import type { DisputeLine } from '../../../server/cards/gateway/gateway.ts'
import { disputeCharge } from '../upstreams/card-gateway/disputes.ts'
import { type Callers, paidOrder } from './callers.ts'
import { minutes, type Operation } from './operation.ts'

/** Longer than the time between two readings of the report. */
const untilRead = 40

async function paidUuid(callers: Callers): Promise<string> {
  const paymentId = await paidOrder(callers)
  const [row] = await callers.world.store.rows(
    'select transaction_uuid from card_transaction where cs_payment_id = $1',
    [paymentId],
  )
  return String(row?.transaction_uuid)
}

async function report({ world }: Callers, uuid: string, kind: DisputeLine['kind']): Promise<void> {
  disputeCharge(world, world.cards, uuid, kind)
  await minutes(world, untilRead)
}

/** A payment with an open dispute. Returns the id of the dispute. */
async function disputed(callers: Callers): Promise<string> {
  const uuid = await paidUuid(callers)
  await report(callers, uuid, 'opened')
  const [row] = await callers.world.store.rows(
    'select dispute_id from card_dispute d join card_transaction t on t.id = d.transaction_id where t.transaction_uuid = $1',
    [uuid],
  )
  return String(row?.dispute_id)
}

export const disputeOperations: readonly Operation[] = [
  {
    name: 'dispute, reported and won',
    movesMoney: true,
    prepare: paidUuid,
    async run(callers, uuid) {
      await report(callers, uuid, 'opened')
      await report(callers, uuid, 'won')
    },
  },
  {
    name: 'dispute, lost, whose opening was never reported',
    movesMoney: true,
    prepare: paidUuid,
    run: (callers, uuid) => report(callers, uuid, 'lost'),
  },
  {
    name: 'dispute, evidence sent',
    movesMoney: false,
    prepare: disputed,
    async run({ clients, as, again, acknowledge }, id) {
      const body = { explanation: 'It was delivered', submit: true }
      const response = await clients.portal(as, `disputes/${id}/evidence`, body, again())
      if (response?.status === 200)
        acknowledge(
          'evidence',
          `select 1 from card_dispute where dispute_id = $1 and state = 'EVIDENCE_SENT'`,
          id,
        )
    },
  },
  {
    name: 'dispute, accepted',
    movesMoney: true,
    prepare: disputed,
    async run({ clients, as, again, acknowledge }, id) {
      const response = await clients.portal(as, `disputes/${id}/accept`, {}, again())
      if (response?.status === 200)
        acknowledge(
          'acceptance',
          `select 1 from card_dispute where dispute_id = $1 and state = 'ACCEPTED'`,
          id,
        )
    },
  },
]
