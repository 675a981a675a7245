// The history of a run: what each client asked for, when, and what it got. The checker reads it as lines of JSON.
import type { ClientResponse } from '../simulation/world/network.ts'

export type Input = {
  act:
    | 'create'
    | 'charge'
    | 'refund'
    | 'void'
    | 'refunds'
    | 'top-up'
    | 'transfer'
    | 'balance'
    | 'lines'
    | 'status'
  /** The idempotency key, or the reference of a transfer. */
  key?: string
  /** In cents. */
  amount?: number
}

/** What a response says, as the models of `checker/` read it. */
export type Output = {
  /**
   * `status`: refused for the status that stands beside it; `balance`: for too little money; `busy`: while another request
   * is in progress; `other`: for another reason.
   */
  refusal?: 'status' | 'balance' | 'busy' | 'other'
  status?: string
  total?: number
  available?: number
  reserved?: number
  keys?: readonly string[]
  /** What moved the money of a wallet, oldest first: `top-up 150`, `reserve transfer-7`, `Successful transfer-7`. */
  movements?: readonly string[]
}

export type Operation = {
  object: 'order' | 'payment' | 'wallet'
  id: string
  /** Microseconds since the start of this process. */
  call: number
  return: number
  input: Input
  /** Absent where no response came, or one that leaves open what was done: until the end, it may have its effect. */
  output?: Output
}

export type Asked = Pick<Operation, 'object' | 'id'> & Input

export type History = {
  readonly operations: readonly Operation[]
  /** Records one request, and returns what its response says, or undefined if that is not known. */
  record(
    asked: Asked,
    send: () => Promise<ClientResponse | undefined>,
    read: (body: any) => Output | undefined,
  ): Promise<Output | undefined>
}

export function openHistory(): History {
  const operations: Operation[] = []
  const now = () => Math.round(performance.now() * 1_000)
  return {
    operations,
    async record({ object, id, ...input }, send, read) {
      const call = now()
      const response = await send()
      const output = outputOf(response, read)
      // A read without a result says nothing.
      if (output || !isRead(input))
        operations.push({ object, id, call, return: now(), input, ...(output && { output }) })
      return output
    },
  }
}

const reads: readonly Input['act'][] = ['status', 'refunds', 'balance', 'lines']
export const isRead = ({ act }: Input) => reads.includes(act)

function outputOf(
  response: ClientResponse | undefined,
  read: (body: any) => Output | undefined,
): Output | undefined {
  if (!response || response.status >= 500) return undefined
  return response.status < 400 ? read(response.body) : refusalOf(response)
}

/** Why a request was refused, by the texts of the errors. */
function refusalOf({ status: code, body }: ClientResponse): Output {
  const text = [body?.detail, body?.message].filter((part) => typeof part === 'string').join(' ')
  const [, status] = /^Cannot (?:refund|void) a tx in status (\w+)/.exec(text) ?? []
  if (status) return { refusal: 'status', status }
  if (text.startsWith('Transaction already fully refunded')) return { refusal: 'status', status: 'REFUNDED' }
  if (text.includes('Insufficient wallet balance')) return { refusal: 'balance' }
  return { refusal: code === 409 ? 'busy' : 'other' }
}

/** True for a response that acknowledges the request. */
export const isDone = (output: Output | undefined): output is Output =>
  output !== undefined && output.refusal === undefined
