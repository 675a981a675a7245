// Test support for the contract suite of the collector port: payers of the sandbox, and what the operator's books say about them.
import { newId } from '../kernel/id.ts'
import { money } from '../kernel/money.ts'
import {
  type Collection,
  type CollectionInquiryReply,
  type CollectionOutcome,
  type CollectionReply,
  type Collector,
  isFinalCollection,
} from './collector.ts'
import {
  type ContractWorld,
  type OperatorContract,
  openContractWorld,
  type ReceivedCollectionCallback,
} from './operator.contract.steps.ts'

export type CollectorContract = Required<Pick<OperatorContract, 'collectPath'>> &
  OperatorContract & {
    /** The collection's reference in the operator's books, where it is not ours. */
    collectionReference?(collection: Collection): string
    /** The reasons that the protocol can give, by code or text; others come out as MM_DECLINED. */
    reasons: Readonly<Record<'wrong_pin' | 'cancelled' | 'lapsed' | 'limit' | 'blocked' | 'busy', string>>
    /** What the protocol does not report. */
    silentAbout?: { amounts?: true; refundCallbacks?: true }
  }

export type CollectionEntry = {
  id: string
  status: string
  decline_reason: string | null
  merchant: string
  amount: string
  currency: string
  debited: string | null
  upstream_id: string
  refunded_amount: string
  prompts: number
  debits: number
  callbacks: { said: string; result: number | string }[]
  refunds: { amount: string; status: string }[]
}

export type CollectorWorld = ContractWorld & {
  collector: Collector
  /** A collection from the number with these last digits. */
  collectionFrom(digits: string, changes?: Partial<Collection>): Collection
  /** A collection from a number that ends as the sandbox is told. */
  collectionEnding(ending: string, changes?: Partial<Collection>): Promise<Collection>
  collected(collection: Collection): Promise<CollectionEntry | undefined>
  collectorFault(mode: 'lost-reply' | '5xx' | 'down' | 'off'): Promise<void>
  /** The callbacks about a reference, once there are as many that are not unreadable. */
  reports(reference: string, count?: number): Promise<ReceivedCollectionCallback[]>
}

/** Last digits of numbers, by what their owners do. */
export const payers = {
  approves: '1234521',
  approvesSlowly: '1234522',
  entersWrongPin: '1234523',
  ignoresPrompt: '1234524',
  lacksFunds: '1234525',
  approvesLate: '1234526',
  calledBackInDisorder: '1234527',
  replyLost: '1234528',
  contradicted: '1234529',
  noWallet: '1234505',
} as const

let numbers = 0

export async function openCollectorWorld(contract: CollectorContract): Promise<CollectorWorld> {
  const world = await openContractWorld(contract)
  const { collections: collector } = world.operator
  if (!collector) throw new Error(`${contract.name} takes no collections`)

  function collectionFrom(digits: string, changes: Partial<Collection> = {}): Collection {
    return {
      reference: newId(),
      transactionUuid: newId(),
      operator: contract.operator,
      msisdn: `243${contract.prefix}${digits}`,
      amount: money(1250n, 'USD'),
      description: 'Boutique Lac Kivu',
      language: 'fr',
      callbackUrl: world.callbackUrl,
      ...changes,
    }
  }

  return {
    ...world,
    collector,
    collectionFrom,
    async collectionEnding(ending, changes) {
      numbers += 1
      const collection = collectionFrom(`55${String(numbers).padStart(4, '0')}1`, changes)
      await world.control('/operators/behaviours', { msisdn: collection.msisdn, ending })
      return collection
    },
    async collected(collection) {
      const reference = contract.collectionReference?.(collection) ?? collection.reference
      const response = await fetch(`${world.sandboxUrl}/sandbox/books?reference=${reference}`)
      const { operators } = (await response.json()) as { operators: { collections: CollectionEntry[] } }
      return operators.collections[0]
    },
    collectorFault: (mode) => world.misbehave(mode, contract.collectPath),
    async reports(reference, count = 1) {
      const isAbout = ({ callback }: ReceivedCollectionCallback) =>
        'reference' in callback && callback.reference === reference
      return (await world.collectionCallbacks((all) => all.filter(isAbout).length >= count)).filter(isAbout)
    },
  }
}

type Final = Extract<CollectionOutcome, { kind: 'approved' | 'declined' | 'reversed' }>

/** The final outcome of a collection: the reply if it is final, otherwise what inquiries find. */
export async function finalCollection(
  world: CollectorWorld,
  collection: Collection,
  reply: CollectionReply,
): Promise<Final> {
  if (isFinalCollection(reply)) return reply
  if (reply.kind !== 'pending') throw new Error(`the collection was not accepted: ${reply.kind}`)
  return inquiredCollection(world, collection, isFinalCollection, reply.upstreamId) as Promise<Final>
}

/** Repeats the inquiry until the reply fits, by default until it is final. */
export async function inquiredCollection(
  { collector }: CollectorWorld,
  collection: Collection,
  fits: (reply: CollectionInquiryReply) => boolean = isFinalCollection,
  upstreamId?: string,
): Promise<CollectionInquiryReply> {
  for (;;) {
    const reply = await collector.inquire({ ...collection, ...(upstreamId && { upstreamId }) })
    if (fits(reply)) return reply
    // The payer needs time to answer; polling faster would only slow it down.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
