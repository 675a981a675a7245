// Test support for the operator contract suite: the sandbox, the adapters under test, and a server that receives
// callbacks.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openSandbox } from '../../sandbox/server.ts'
import { newId, randomCode } from '../kernel/id.ts'
import { money } from '../kernel/money.ts'
import type { OperatorCode } from '../kernel/operators.ts'
import { type Log, silentLog } from '../platform/process/log.ts'
import { systemClock } from '../platform/time/clock.ts'
import type { CollectionCallback } from './collector.ts'
import type {
  Callback,
  CallbackRequest,
  InquiryReply,
  Operator,
  OperatorOutcome,
  Payout,
  PayoutReply,
} from './operator.ts'

export type ContractNeeds = {
  /** The base URL of the protocols: `<origin>/operators`. Nothing listens there for the unreachable adapter. */
  operatorsUrl: string
  /** The secret of every simulated protocol, or a wrong one for the adapter without valid credentials. */
  secret: string
  /** The sandbox itself, for data that an operator's portal would show. */
  sandboxUrl: string
  clock: typeof systemClock
  log: Log
  timeoutMs: number
}

export type OperatorContract = {
  name: string
  /** The operator whose wallets are paid; their numbers start with 243 and `prefix`. */
  operator: OperatorCode
  prefix: string
  open(needs: ContractNeeds): Operator | Promise<Operator>
  /** The start of the payout paths, below `/operators`. */
  payPath: string
  /** The name under which callbacks are registered in the portal; if absent, each call carries the callback URL. */
  portal?: string
  /** Features that the protocol does not have. */
  lacks?: { names?: true; reversals?: true; signedCallbacks?: true }
  /** The start of the paths of collections, below `/operators`. */
  collectPath?: string
  /** The payout's reference in the operator's books, where it is not ours. */
  bookReference?(payout: Payout): string
}

export type Entry = {
  status: string
  executions: number
  amount: string
  currency: string
  upstream_id: string
  reversed_amount: string
}

export type ContractWorld = {
  operator: Operator
  /** The same operator with invalid credentials. */
  stranger: Operator
  /** The same operator at an address where nothing listens. */
  unreachable: Operator
  payoutTo(wallet: string): Payout
  callbackUrl: string
  /** The received callbacks about a reference, as soon as the newest one fits. */
  callbackFor(
    reference: string,
    fits: (outcome: OperatorOutcome) => boolean,
  ): Promise<{ request: CallbackRequest; callback: ReportedCallback }[]>
  /** The received callbacks about money in, as soon as they fit. */
  collectionCallbacks(
    fits: (all: ReceivedCollectionCallback[]) => boolean,
  ): Promise<ReceivedCollectionCallback[]>
  /** The payout in the operator's books; undefined if the operator never accepted it. */
  booked(payout: Payout): Promise<Entry | undefined>
  /** Makes the operator misbehave on payout calls, or on the calls of this path, until called with `off`. */
  misbehave(mode: 'lost-reply' | '5xx' | 'down' | 'off', path?: string): Promise<void>
  /** Calls a test control of the sandbox. */
  control(path: string, wanted: object): Promise<void>
  readonly sandboxUrl: string
  close(): Promise<void>
}

export type ReceivedCollectionCallback = { request: CallbackRequest; callback: CollectionCallback }

type ReportedCallback = Extract<Callback, { kind: 'report' }>

const timeoutMs = 5_000
const secret = 'a-secret-of-the-contract'

/** Sandbox wallets by the last digits of their numbers. */
export const wallets = {
  paid: '0000001',
  declined: '0000002',
  silent: '0000003',
  reversed: '0000004',
  none: '0000005',
  slow: '0000006',
  ordinary: '1234567',
} as const

export async function openContractWorld(contract: OperatorContract): Promise<ContractWorld> {
  const sandbox = await openSandbox({
    cardGatewayMerchants: [],
    operatorSecret: secret,
    operators: {
      outcomeAfterMs: { min: 20, max: 60 },
      slowMs: timeoutMs + 1_000,
      reverseAfterMs: 100,
      promptMs: 400,
      approveSlowlyMs: 200,
      secondInquiryMs: 100,
      callbackGapMs: 50,
    },
  })
  const usual = { sandboxUrl: sandbox.url, clock: systemClock, log: silentLog, timeoutMs }
  const operatorsUrl = `${sandbox.url}/operators`
  const operator = await contract.open({ ...usual, operatorsUrl, secret })
  const stranger = await contract.open({ ...usual, operatorsUrl, secret: 'another-secret' })
  const unreachable = await contract.open({ ...usual, operatorsUrl: 'http://127.0.0.1:9/operators', secret })
  const receiver = await openReceiver(operator)
  if (contract.portal) await control('/operators/portal', { [contract.portal]: receiver.url })

  async function control(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const { status } = await fetch(`${sandbox.url}/sandbox${path}`, request)
    if (status !== 200) throw new Error(`the sandbox refused ${path}: ${status}`)
  }

  return {
    operator,
    stranger,
    unreachable,
    callbackUrl: receiver.url,
    payoutTo: (wallet) => payoutOf(contract, `243${contract.prefix}${wallet}`, receiver.url),
    callbackFor: receiver.callbackFor,
    collectionCallbacks: receiver.collectionCallbacks,
    sandboxUrl: sandbox.url,
    async booked(payout) {
      const reference = contract.bookReference?.(payout) ?? payout.reference
      const response = await fetch(`${sandbox.url}/sandbox/books?reference=${reference}`)
      const { operators } = (await response.json()) as { operators: { payouts: Entry[] } }
      return operators.payouts[0]
    },
    misbehave: (mode, path = contract.payPath) =>
      control('/faults', { target: 'operator', mode, operations: [path] }),
    control,
    async close() {
      for (const one of [operator, stranger, unreachable]) await one.close()
      await sandbox.close()
      await receiver.close()
    },
  }
}

/** A payout with a new reference. */
function payoutOf({ operator }: OperatorContract, msisdn: string, callbackUrl: string): Payout {
  return {
    reference: newId(),
    transactionId: `IMT-IN-${randomCode(16)}`,
    operator,
    msisdn,
    amount: money(2550n, 'USD'),
    origin: { amount: '35.00', currency: 'CAD', rate: '1.372500', fee: '0.00' },
    travelRule: {
      sender: {
        firstName: 'Aimée',
        middleName: 'Kapinga',
        lastName: 'Ngalula',
        birthDate: '1988-04-02',
        birthPlace: 'Lubumbashi',
        country: 'CA',
        city: 'Montréal',
        address: '12 rue Sainte-Catherine',
        msisdn: '15145550100',
        profession: 'Nurse',
        document: { type: 'PASSPORT', number: 'AB123456', issued: '2022-01-10', expires: '2032-01-09' },
      },
      receiver: {
        name: 'Jean Mukendi',
        firstName: 'Jean',
        middleName: '',
        lastName: 'Mukendi',
        birthDate: '1990-12-24',
        birthPlace: 'Kananga',
        address: '4 avenue Kasa-Vubu, Kinshasa',
        document: { type: 'NATIONAL_ID', number: '102030405060' },
      },
      purpose: 'FAMILY_SUPPORT',
      sourceOfFunds: 'SALARY',
    },
    callbackUrl,
  }
}

/** A server that reads each callback and acknowledges it as the protocol requires. */
async function openReceiver(operator: Operator) {
  const received: { request: CallbackRequest; callback: Callback }[] = []
  const collected: ReceivedCollectionCallback[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (incoming, response) => {
    const request = await requestOf(incoming)
    const callback = await operator.collections?.readCallback(request)
    if (callback && callback.kind !== 'payout') collected.push({ request, callback })
    else received.push({ request, callback: await operator.readCallback(request) })
    const { status, body } = operator.acknowledge(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const callbackFor: ContractWorld['callbackFor'] = (reference, fits) =>
    new Promise((resolve) => {
      const check = () => {
        const found = received.flatMap(({ request, callback }) =>
          callback.kind === 'report' && callback.reference === reference ? [{ request, callback }] : [],
        )
        const newest = found.at(-1)
        if (!newest || !fits(newest.callback.outcome)) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })

  const collectionCallbacks: ContractWorld['collectionCallbacks'] = (fits) =>
    new Promise((resolve) => {
      const check = () => {
        if (!fits(collected)) return
        waiting.delete(check)
        resolve([...collected])
      }
      waiting.add(check)
      check()
    })

  return {
    collectionCallbacks,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/secret`,
    callbackFor,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function requestOf(incoming: IncomingMessage): Promise<CallbackRequest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { method = '', url: path = '', headers } = incoming
  const flat = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const body = Buffer.concat(chunks)
  return { method, path, headers: Object.fromEntries(flat), body, authority: headers.host ?? '' }
}

type Final = Exclude<OperatorOutcome, { kind: 'pending' }>

export function isFinal(outcome: { kind: string }): outcome is Final {
  return ['succeeded', 'declined', 'reversed'].includes(outcome.kind)
}

/** The final outcome of a payout: the reply if it is final, otherwise the callback. */
export async function finalOutcome(world: ContractWorld, payout: Payout, reply: PayoutReply): Promise<Final> {
  if (isFinal(reply)) return reply
  if (reply.kind !== 'pending') throw new Error(`the payout was not accepted: ${reply.kind}`)
  const newest = (await world.callbackFor(payout.reference, isFinal)).at(-1)?.callback.outcome
  if (!newest || !isFinal(newest)) throw new Error('no final outcome')
  return newest
}

/** Repeats the inquiry until the reply fits, by default until it is final. */
export async function inquired(
  { operator }: ContractWorld,
  payout: Payout,
  fits: (reply: InquiryReply) => boolean = isFinal,
  upstreamId?: string,
): Promise<InquiryReply> {
  for (;;) {
    const reply = await operator.inquire({ ...payout, ...(upstreamId && { upstreamId }) })
    if (fits(reply)) return reply
    // The simulated operator needs time to finish; polling faster would only slow it down.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
