// Checks whether a charge or refund is still in force at the gateway. An undo needs this before and after its call.
import type { CardGateway, ChargeReference, Unavailable } from '../gateway/gateway.ts'

/** `stands`: the charge or refund is still in force. `captured`: the money was taken, not only authorized. */
type Standing = Unavailable | { kind: 'known'; stands: boolean; captured: boolean }

export async function chargeStanding(gateway: CardGateway, reference: ChargeReference): Promise<Standing> {
  const found = await gateway.findCharge(reference)
  if (found.kind === 'unavailable') return found
  if (found.kind === 'absent') return { kind: 'known', stands: false, captured: true }
  const { reply, undone } = found
  return {
    kind: 'known',
    stands: !undone && reply.kind !== 'declined',
    captured: reply.kind === 'approved',
  }
}

export async function refundStanding(gateway: CardGateway, reference: ChargeReference): Promise<Standing> {
  const found = await gateway.findRefund(reference)
  if (found.kind === 'unavailable') return found
  return { kind: 'known', stands: found.kind === 'found' && found.reply.kind === 'accepted', captured: true }
}
