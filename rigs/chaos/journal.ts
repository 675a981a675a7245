// What callers sent and which responses they got, with the time of each.

export type WriteKind =
  | 'order'
  | 'hosted payment'
  | 'custom checkout'
  | 'payment link'
  | 'link visit'
  | 'refund'
  | 'refund request'
  | 'void'
  | 'transfer'
  | 'hold decision'
  | 'reversal'
  | 'top-up'
  | 'adjustment'
  | 'other'

const kinds: [pattern: RegExp, kind: WriteKind][] = [
  [/^\/api\/v1\/payment\/orders$/, 'order'],
  [/^\/api\/v1\/microform\//, 'custom checkout'],
  [/^\/api\/v1\/payment-links/, 'payment link'],
  [/^\/pl\//, 'link visit'],
  [/^\/api\/v1\/admin\/payment\/refunds\//, 'refund'],
  [/\/refund-requests(\/|$)/, 'refund request'],
  [/^\/api\/v1\/admin\/payment\/voids\//, 'void'],
  [/^\/api\/v1\/remittance\/inbound$/, 'transfer'],
  [/^\/api\/v1\/admin\/remittance\/holds\//, 'hold decision'],
  [/^\/api\/v1\/admin\/transfers\/[^/]+\/reverse$/, 'reversal'],
  [/\/top-?ups?$/, 'top-up'],
  [/\/adjustments(\/|$)/, 'adjustment'],
  [/\/(session|setup|pay|continue|cancel|restart)(\?|$)/, 'hosted payment'],
]

export const kindOf = (path: string): WriteKind =>
  kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'

export type Call = {
  kind: WriteKind
  path: string
  sentAt: number
  endedAt: number
  status: number | undefined
}

export type Counts = {
  sent: number
  acknowledged: number
  refused: number
  /** 5xx: the caller retries. */
  failed: number
  /** No response in time: the outcome is unknown. */
  unanswered: number
}

export type Journal = {
  readonly calls: readonly Call[]
  note(call: Call): void
  byKind(): Record<string, Counts>
  total(): Counts
  /** Milliseconds from a moment to the end of the first write that was sent after it and acknowledged. */
  recoveryAfter(moment: number): number | undefined
}

export function openJournal(): Journal {
  const calls: Call[] = []
  return {
    calls,
    note: (call) => void calls.push(call),
    byKind: () =>
      Object.fromEntries(
        [...Map.groupBy(calls, ({ kind }) => kind)].map(([kind, some]) => [kind, countsOf(some)]),
      ),
    total: () => countsOf(calls),
    recoveryAfter(moment) {
      let first: number | undefined
      for (const { sentAt, endedAt, status } of calls)
        if (sentAt >= moment && isAcknowledged(status) && (first === undefined || endedAt < first))
          first = endedAt
      return first === undefined ? undefined : first - moment
    },
  }
}

const isAcknowledged = (status: number | undefined) => status !== undefined && status < 400

function countsOf(calls: readonly Call[]): Counts {
  const count = (holds: (status: number | undefined) => boolean) =>
    calls.filter(({ status }) => holds(status)).length
  return {
    sent: calls.length,
    acknowledged: count(isAcknowledged),
    refused: count((status) => status !== undefined && status >= 400 && status < 500),
    failed: count((status) => status !== undefined && status >= 500),
    unanswered: count((status) => status === undefined),
  }
}
