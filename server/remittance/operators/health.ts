// Operator health, derived from the replies to all calls: any reply counts as success, no reply as failure. An operator
// that has not been called for a while is probed by one process.
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import type { Collector } from '../../operator-calls/collector.ts'
import type { Operator, OperatorFor } from '../../operator-calls/operator.ts'
import { type ControlDatabase, controlStatement } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import { type Loop, startLoop } from '../../platform/process/worker-loop.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { OperatorAccount } from './pause.ts'
import { nameOf } from './standing.ts'

type Outcome = { success?: Temporal.Instant; failure?: Temporal.Instant; cause?: string }

export type OperatorHealth = {
  /** Wraps an operator so that the outcome of every call is recorded. */
  watched(account: OperatorAccount, operator: Operator): Operator
  stop(): Promise<void>
}

const saveOutcomes = controlStatement(
  'save_operator_health',
  `insert into operator_health as h (environment, operator, last_success_at, last_failure_at, last_failure, next_probe_at)
   select environment, operator, success, failure, cause, $2 from json_to_recordset($1) as o (
     environment text, operator text, success timestamptz, failure timestamptz, cause text)
   on conflict (environment, operator) do update
      set last_success_at = greatest(h.last_success_at, excluded.last_success_at),
          last_failure = case when excluded.last_failure_at >= coalesce(h.last_failure_at, excluded.last_failure_at)
                              then excluded.last_failure else h.last_failure end,
          last_failure_at = greatest(h.last_failure_at, excluded.last_failure_at),
          next_probe_at = greatest(h.next_probe_at, excluded.next_probe_at)`,
)

const flushMs = 500
const probeAfterSeconds = 30

/** Starts recording operator health. Outcomes are buffered and written together, at most twice a second. */
export function openOperatorHealth(needs: { db: ControlDatabase; clock: Clock; log: Log }): OperatorHealth {
  const { db, clock, log } = needs
  let recorded = new Map<string, OperatorAccount & Outcome>()

  function record(account: OperatorAccount, outcome: { cause?: string }): void {
    const key = `${account.environment} ${account.operator}`
    const { cause } = outcome
    const reported =
      cause === undefined ? { success: clock.now() } : { failure: clock.now(), cause: cause.slice(0, 300) }
    recorded.set(key, { ...account, ...recorded.get(key), ...reported })
  }

  async function flush(): Promise<boolean> {
    if (recorded.size === 0) return false
    const rows = [...recorded.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    recorded = new Map()
    await db.rows(saveOutcomes, [JSON.stringify(rows), clock.now().add({ seconds: probeAfterSeconds })])
    return false
  }
  const loop = startLoop(log, { name: 'operator health recording', idleMs: flushMs }, flush)
  return {
    watched: (account, operator) => watch(operator, (outcome) => record(account, outcome)),
    stop: () => loop.stop(),
  }
}

/** The reply kinds that mean the operator did not reply. A refusal is a reply. */
type Silence = { kind: string; cause?: string; hasReplied?: true }
const silences = ['unreached', 'unknown', 'unavailable', 'down']

function watch(operator: Operator, record: (outcome: { cause?: string }) => void): Operator {
  async function recorded<Reply extends Silence>(call: Promise<Reply>): Promise<Reply> {
    const response = await call
    // guard: undecided-is-a-reply
    const isSilence = silences.includes(response.kind) && !response.hasReplied
    record(isSilence ? { cause: response.cause ?? response.kind } : {})
    return response
  }
  return {
    ...operator,
    pay: (payout) => recorded(operator.pay(payout)),
    inquire: (payout) => recorded(operator.inquire(payout)),
    reverse: (reversal) =>
      operator.reverses ? recorded(operator.reverse(reversal)) : operator.reverse(reversal),
    async lookUp(subscriber) {
      const reply = operator.lookUp(subscriber)
      return (await reply).kind === 'unsupported' ? reply : recorded(reply)
    },
    async readCallback(request) {
      const callback = await operator.readCallback(request)
      if (callback.kind === 'report') record({})
      return callback
    },
    health: () => recorded(operator.health()),
    ...(operator.collections && { collections: watchCollections(operator.collections, recorded, record) }),
  }
}

function watchCollections(
  collector: Collector,
  recorded: <Reply extends Silence>(call: Promise<Reply>) => Promise<Reply>,
  record: (outcome: object) => void,
): Collector {
  return {
    ...collector,
    request: (collection) => recorded(collector.request(collection)),
    inquire: (collection) => recorded(collector.inquire(collection)),
    async refund(refund) {
      const reply = collector.refund(refund)
      return (await reply).kind === 'unsupported' ? reply : recorded(reply)
    },
    inquireRefund: (refund) => recorded(collector.inquireRefund(refund)),
    async readCallback(request) {
      const callback = await collector.readCallback(request)
      if (callback.kind === 'report' || callback.kind === 'refund_report') record({})
      return callback
    },
  }
}

const ensureRows = controlStatement(
  'ensure_operator_health',
  `insert into operator_health (environment, operator, next_probe_at)
   select environment, operator, $2 from json_to_recordset($1) as o (environment text, operator text)
   on conflict do nothing`,
)
const claimProbes = controlStatement<{ environment: Environment; operator: OperatorCode }>(
  'claim_operator_probes',
  `update operator_health set next_probe_at = $2
    where (environment, operator) in (
      select environment, operator from operator_health where next_probe_at <= $1
       order by environment, operator for update skip locked)
   returning environment, operator`,
)

/** Probes operators that have not been called for a while. The replies are recorded like any other. */
export function startProbes(
  { db, clock, log }: { db: ControlDatabase; clock: Clock; log: Log },
  operators: { accounts: readonly OperatorAccount[]; find: OperatorFor },
): Loop {
  const accounts = operators.accounts.filter(({ environment, operator }) =>
    operators.find(environment, operator),
  )
  return startLoop(log, { name: 'operator health probes', idleMs: 5_000 }, async () => {
    const now = clock.now()
    await db.rows(ensureRows, [JSON.stringify(accounts), now])
    const due = await db.rows(claimProbes, [now, now.add({ seconds: probeAfterSeconds })])
    await Promise.all(due.map(({ environment, operator }) => operators.find(environment, operator)?.health()))
    return false
  })
}
