// What the subjects of a batch have used. Their upper bounds show for most rules that the whole batch is allowed; only the usage for
// the other rules is read exactly. The transfers of the batch are counted in memory.
import type { Sql, Tx } from '../../platform/database/database.ts'
import { type NamesOfNumber, namesOf } from './confirmed-names.ts'
import { type CountedKey, type CounterpartySubject, counterpartiesOf } from './counterparties.ts'
import {
  type LimitMeasure,
  type LimitRule,
  type LimitSubject,
  limitSubjects,
  noUsage,
  type RollingWindow,
  type RuleSet,
  type Usage,
} from './rule.ts'
import type { SubjectKeys } from './subjects.ts'
import { lockAndRaiseBounds, type UpperBound } from './upper-bounds.ts'
import { type MeasuredKey, type UsedSums, usageName, usageOf } from './usage.ts'

/** A transfer of a batch: the rules that apply to it, if any, whom it concerns, and its amount in US cents. */
type MeasuredTransfer = { set: RuleSet | undefined; keys: SubjectKeys; amount: bigint }

type BatchUsage = {
  /** Exact for a rule that the batch might exceed; for another one perhaps more than was used. */
  usage(keys: SubjectKeys, subject: LimitSubject, window: RollingWindow): Usage
  /** The last confirmed name of a number; undefined also if no rule asks for it. */
  lastName(number: bigint): bigint | undefined
  /** Counts an accepted transfer. */
  count(transfer: MeasuredTransfer): void
  confirm(number: bigint, name: bigint): void
}

/**
 * The rolling windows that rules measure for each subject. Counterparties are measured with the pair, which tells whether a transfer adds
 * one.
 * @param only the measure to look for; all of them without it.
 */
export function measuredWindows(
  set: RuleSet | undefined,
  only?: LimitMeasure,
): Map<LimitSubject, Set<RollingWindow>> {
  const windows = new Map<LimitSubject, Set<RollingWindow>>()
  const add = (subject: LimitSubject, window: RollingWindow) =>
    windows.set(subject, (windows.get(subject) ?? new Set()).add(window))
  for (const { subject, measure, window } of set?.rules ?? []) {
    if (window === 'transfer' || (only && measure !== only)) continue
    add(subject, window)
    if (measure === 'counterparties' && !only) add('pair', window)
  }
  return windows
}

/** Locks the subjects of all transfers, and reads what they have used. */
export async function readBatchUsage(
  sql: Tx,
  transfers: readonly MeasuredTransfer[],
  now: Temporal.Instant,
): Promise<BatchUsage> {
  const added = new Map<bigint, UsedSums>()
  for (const { keys, amount } of transfers) addTo(added, keys, amount)
  // guard: limit-subject-lock
  const [bound, names] = await Promise.all([
    lockAndRaiseBounds(sql, added, now),
    namesOf(sql, keysToName(transfers), now),
  ])
  const open = openRules(transfers, { bound, added })
  const [sums, counterparties] = await Promise.all([
    usageOf(sql, keysToSum(open), now),
    readCounterparties(sql, open, { added, now }),
  ])
  const exact = { sums: new Map([...sums, ...counterparties.pairs]), counterparties: counterparties.counts }
  return openBatchUsage({ bound, names, ...exact })
}

/** A rule that a transfer of the batch might exceed. */
type OpenRule = { rule: LimitRule & { window: RollingWindow }; keys: SubjectKeys }
type Added = ReadonlyMap<bigint, UsedSums>

function addTo(sums: Map<bigint, UsedSums>, keys: SubjectKeys, amount: bigint): void {
  for (const subject of limitSubjects) {
    const before = sums.get(keys[subject]) ?? noUsage
    // guard: limit-usage-of-batch
    sums.set(keys[subject], { amount: before.amount + amount, count: before.count + 1n })
  }
}

/** Each counterparty has at least one transfer. Changes of names have no bound; they are read for every transfer. */
function openRules(
  transfers: readonly MeasuredTransfer[],
  { bound, added }: { bound: UpperBound; added: Added },
): OpenRule[] {
  const isOpen = ({ rule, keys }: OpenRule): boolean => {
    const key = keys[rule.subject]
    const [before, more] = [bound(key, rule.window), added.get(key) ?? noUsage]
    if (!before) return true
    const reached = rule.measure === 'sum' ? before.amount + more.amount : before.count + more.count
    // guard: limit-bounds-reached
    return reached > rule.most
  }
  const open: OpenRule[] = []
  for (const { set, keys } of transfers)
    for (const rule of set?.rules ?? []) {
      if (rule.measure === 'amount' || rule.measure === 'name_changes') continue
      if (isOpen({ rule, keys })) open.push({ rule, keys })
    }
  return open
}

type Read = {
  bound: UpperBound
  names: Map<bigint, NamesOfNumber>
  sums: Map<string, UsedSums>
  counterparties: Map<string, bigint>
}

function openBatchUsage({ bound, names, sums, counterparties }: Read): BatchUsage {
  const counted = new Map<bigint, UsedSums>()
  const sumsOf = (key: bigint, window: RollingWindow): UsedSums => {
    const exact = sums.size > 0 ? sums.get(usageName(key, window)) : undefined
    const before = exact ?? bound(key, window) ?? noUsage
    const ofBatch = counted.get(key) ?? noUsage
    return { amount: before.amount + ofBatch.amount, count: before.count + ofBatch.count }
  }
  const counterpartiesOf = (key: bigint, window: RollingWindow): bigint =>
    counterparties.get(usageName(key, window)) ?? bound(key, window)?.count ?? 0n
  const windowsOf = forEachSet((set) => measuredWindows(set, 'counterparties'))
  return {
    usage(keys, subject, window) {
      const key = keys[subject]
      // A rule asks for one of the four.
      return {
        get amount() {
          return sumsOf(key, window).amount
        },
        get count() {
          return sumsOf(key, window).count
        },
        get counterparties() {
          return counterpartiesOf(key, window)
        },
        get nameChanges() {
          return names.get(key)?.changes.get(window) ?? 0n
        },
      }
    },
    lastName: (number) => names.get(number)?.name,
    count({ set, keys, amount }) {
      for (const [subject, windows] of windowsOf(set))
        for (const window of windows) {
          const before = counterpartiesOf(keys[subject], window)
          // guard: limit-counterparties-of-batch
          const isNew = sumsOf(keys.pair, window).count === 0n
          if (isNew) counterparties.set(usageName(keys[subject], window), before + 1n)
        }
      addTo(counted, keys, amount)
    },
    confirm(number, name) {
      const known = names.get(number)
      if (!known) return
      // guard: limit-names-of-batch
      if (known.name !== undefined && known.name !== name)
        for (const [window, changes] of known.changes) known.changes.set(window, changes + 1n)
      known.name = name
    },
  }
}

/** The transfers of a batch have few sets of rules: `find` is called once for each. */
function forEachSet<Found>(find: (set: RuleSet | undefined) => Found): (set: RuleSet | undefined) => Found {
  const found = new Map<RuleSet | undefined, Found>()
  return (set) => {
    if (!found.has(set)) found.set(set, find(set))
    return found.get(set) as Found
  }
}

function keysToName(transfers: readonly MeasuredTransfer[]): MeasuredKey[] {
  const found = new Map<bigint, MeasuredKey>()
  const windowsOf = forEachSet((set) => measuredWindows(set, 'name_changes').get('number'))
  for (const { set, keys } of transfers) {
    const windows = windowsOf(set)
    if (windows) found.set(keys.number, { key: keys.number, windows })
  }
  return [...found.values()]
}

function keysToSum(open: readonly OpenRule[]): MeasuredKey[] {
  const found = new Map<bigint, Set<RollingWindow>>()
  for (const { rule, keys } of open)
    if (rule.measure !== 'counterparties') addWindow(found, keys[rule.subject], rule.window)
  return measuredKeys(found)
}

const measuredKeys = (windows: ReadonlyMap<bigint, Set<RollingWindow>>): MeasuredKey[] =>
  [...windows].map(([key, windows]) => ({ key, windows }))

function addWindow(found: Map<bigint, Set<RollingWindow>>, key: bigint, window: RollingWindow): void {
  found.set(key, (found.get(key) ?? new Set()).add(window))
}

/** The pairs are read, too, where counterparties were counted exactly: whether a transfer adds one decides there. */
async function readCounterparties(
  sql: Sql,
  open: readonly OpenRule[],
  { added, now }: { added: Added; now: Temporal.Instant },
): Promise<{ counts: Map<string, bigint>; pairs: Map<string, UsedSums> }> {
  const ofCounterparties = open.filter(({ rule }) => rule.measure === 'counterparties')
  const of = (subject: CounterpartySubject) =>
    counterpartiesOf(sql, subject, keysToCount(ofCounterparties, subject, added), now)
  const found = new Map((await Promise.all([of('number'), of('document')])).flatMap((each) => [...each]))
  const pairs = new Map<bigint, Set<RollingWindow>>()
  for (const { rule, keys } of ofCounterparties)
    if (found.get(usageName(keys[rule.subject], rule.window))?.isExact)
      addWindow(pairs, keys.pair, rule.window)
  return {
    counts: new Map([...found].map(([name, { count }]) => [name, count])),
    pairs: await usageOf(sql, measuredKeys(pairs), now),
  }
}

function keysToCount(open: readonly OpenRule[], subject: CounterpartySubject, added: Added): CountedKey[] {
  const found = new Map<string, CountedKey>()
  for (const { rule, keys } of open)
    if (rule.subject === subject) {
      const key = keys[subject]
      const name = usageName(key, rule.window)
      const { min = rule.most, max = rule.most } = found.get(name) ?? {}
      found.set(name, {
        key,
        window: rule.window,
        min: rule.most < min ? rule.most : min,
        max: rule.most > max ? rule.most : max,
        adds: added.get(key)?.count ?? 0n,
      })
    }
  return [...found.values()]
}
