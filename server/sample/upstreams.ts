// The gateway and the operators of a sample. They respond as the plan says, in this process: the simulators live in the present, and
// would date the business of a month ago today. Nothing of a sample is open at the end of a day, and workers leave alone what has ended,
// so nobody asks them later.
import type { CardGateway, ChargeReply } from '../cards/gateway/gateway.ts'
import { newId, randomDigits } from '../kernel/id.ts'
import type { CollectionReply, Collector } from '../operator-calls/collector.ts'
import type { ConnectedOperator, OperatorFor, PayoutReply } from '../operator-calls/operator.ts'

/** The response to the next call of each kind. */
export type Script = {
  charge?: ChargeReply
  collect?: CollectionReply
  pay: PayoutReply
  /** The names of wallets by their numbers. */
  names: Map<string, string>
}

export const newScript = (): Script => ({ pay: succeeded(), names: new Map() })

/** A payout that arrived, under an operator's own id. */
export const succeeded = (): PayoutReply => ({ kind: 'succeeded', upstreamId: `MP${randomDigits(12)}` })

/** The gateway's ids of payments have 22 digits. */
export const paymentId = () => `7${randomDigits(21)}`

const unplanned = async (): Promise<never> => {
  throw new Error('a sample asks its upstreams for nothing else')
}

export function openGateway(script: Script): CardGateway {
  return {
    openCaptureContext: unplanned,
    readTransientToken: unplanned,
    setUpAuthentication: unplanned,
    enrol: unplanned,
    validate: unplanned,
    charge: async () => script.charge ?? unplanned(),
    findCharge: unplanned,
    undoCharge: async () => ({ kind: 'undone', upstreamId: paymentId() }),
    refund: async ({ amount }) => ({ kind: 'accepted', refundId: paymentId(), amount }),
    findRefund: unplanned,
    reportDay: unplanned,
    reportDisputes: unplanned,
    probe: unplanned,
  }
}

/** One operator stands for all of them. */
export function openOperators(script: Script): OperatorFor {
  const operator: ConnectedOperator = {
    connectionId: 'sample',
    protocol: 'gsma',
    pay: async () => script.pay,
    inquire: unplanned,
    lookUp: async ({ msisdn }) => ({ kind: 'found', name: script.names.get(msisdn) ?? '', active: true }),
    reverses: false,
    reverse: unplanned,
    readCallback: unplanned,
    acknowledge: () => ({ status: 404 }),
    health: unplanned,
    collections: { ...openCollector(script), connectionId: 'sample collections' },
    close: async () => {},
  }
  return () => operator
}

function openCollector(script: Script): Collector {
  return {
    request: async () => script.collect ?? unplanned(),
    requestTimeoutMs: 10_000,
    idOf: (reference) => reference,
    inquire: unplanned,
    refunds: 'none',
    refund: unplanned,
    inquireRefund: unplanned,
    readCallback: unplanned,
    terms: async (_, currency) => ({
      min: { minor: 1n, currency },
      max: { minor: 10_000_000_000n, currency },
      decimals: 2,
      isOpen: true,
      approvalHint: null,
    }),
  }
}

/** The id by which an operator knows a payment. */
export const collectedId = () => `CI${newId().slice(0, 13).replace('-', '')}`
