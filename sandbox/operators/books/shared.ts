// What the books of payouts and of collections have in common.

export const protocolNames = ['gsma', 'airtel', 'mpesa', 'pawapay'] as const
export type ProtocolName = (typeof protocolNames)[number]

export type PayoutStatus = 'pending' | 'succeeded' | 'declined' | 'reversed'

/** A JSON object as received or sent. */
export type Message = Record<string, unknown>

export type PayoutFilter = {
  protocol: string | null
  reference: string | null
  clientReference: string | null
  msisdn: string | null
}
