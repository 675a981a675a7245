// The process under test: the product, or a control in which modules are replaced.
import '../../../server/platform/process/memory.ts'
import { registerHooks } from 'node:module'
import type { CompleteSettings } from '../../../server/config/settings.ts'
import type { Loop } from '../../../server/platform/process/worker-loop.ts'
import type { Question, Usage } from './servers.ts'

const database = '../../../server/platform/database/database.ts'
const batch = '../../../server/platform/database/coalescing-batch.ts'
const limits = '../../../server/remittance/limits/judge-batch.ts'
const replacements: Record<string, Record<string, string>> = {
  'row by row': { [batch]: '../controls/no-batching.ts', [database]: '../controls/one-by-one.ts' },
  'without limits': { [limits]: '../controls/no-limits.ts' },
}

const here = (path: string) => new URL(path, import.meta.url).href
const replaced = new Map(
  Object.entries(replacements[process.argv[2] ?? ''] ?? {}).map(([module, by]) => [here(module), here(by)]),
)
if (replaced.size > 0)
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const by = replaced.get(resolved.url)
      return by !== undefined && context.parentURL !== by ? { ...resolved, url: by } : resolved
    },
  })

const { readSettings } = await import('../../../server/config/settings.ts')
const { openSystem } = await import('../../../server/composition/system.ts')
const { openDatabase } = await import('../../../server/platform/database/database.ts')
const { startLoop } = await import('../../../server/platform/process/worker-loop.ts')
const { noMerchantPayouts } = await import('../../../test/support/world/no-merchant-payouts.ts')
const { collectionNeeds } = await import('../../../server/composition/remittance-workers.ts')
const { openCollectionCalls } = await import('../../../server/cards/collections/collection-calls.ts')
const { startDispatcher } = await import('../../../server/remittance/payouts/dispatch.ts')
const { openReceipts } = await import('../../../server/receipts/issue-receipt.ts')
const { applyCallbacks } = await import('../../../server/remittance/payouts/apply-callbacks.ts')
const { openOutcomeApplier } = await import('../../../server/remittance/payouts/apply-outcome.ts')

const settings = readSettings(process.env) as CompleteSettings
const system = openSystem(settings, { role: 'api' })
await system.app.listen({ host: '127.0.0.1', port: settings.PORT })

// Ctrl-C is for the parent; when it closes the channel or dies, this process exits.
process.on('SIGINT', () => {})
process.on('disconnect', () => system.close().finally(() => process.exit()))
const workDb = openDatabase(settings.DATABASE_URL, { connections: 6, name: 'likuta-worker' })

/** The worker that a deployment runs beside the API, limited to operator callbacks. */
function startApplying(): Loop {
  const { clock, log, remittance } = system
  const db = workDb
  const { operatorFor } = remittance
  const needs = { db, clock, log, operatorFor, merchantPayouts: noMerchantPayouts, wake() {} }
  const applyOutcome = openOutcomeApplier({ db, clock, log })
  return startLoop(log, { name: 'callbacks of operators', idleMs: 50 }, () =>
    applyCallbacks({ ...needs, applyOutcome }),
  )
}
let applying: Loop | undefined

/** The same for the payments by phone at one operator: inquires about each once its callback has come. */
function startCollecting(): Loop {
  const { clock, log, secrets, remittance } = system
  const db = workDb
  const { operatorFor } = remittance
  const given = {
    settings,
    clock,
    log,
    secrets,
    issueReceipt: openReceipts({ db, secrets, clock, baseUrl: settings.BASE_URL }),
    wake() {},
  }
  const needs = collectionNeeds(given, { operatorFor, db })
  return startDispatcher(
    {
      ...needs,
      baseUrl: settings.BASE_URL,
      operatorTimeoutSeconds: settings.OPERATOR_TIMEOUT_SECONDS,
      applyOutcome: openOutcomeApplier({ db, clock, log }),
      merchantPayouts: noMerchantPayouts,
      collections: openCollectionCalls(needs),
    },
    'sandbox',
    'orange',
  )
}
let collecting: Loop | undefined

async function respond(question: Question): Promise<Usage> {
  if (question === 'work') {
    applying ??= startApplying()
    collecting ??= startCollecting()
  }
  if (question === 'rest') {
    await Promise.all([applying?.stop(), collecting?.stop()])
    applying = undefined
    collecting = undefined
  }
  const { user, system: kernel } = process.cpuUsage()
  const sum = (what: 'statements' | 'transactions') => system.db.counted[what] + workDb.counted[what]
  return {
    cpuMicroseconds: user + kernel,
    statements: sum('statements'),
    transactions: sum('transactions'),
    memoryBytes: process.memoryUsage.rss(),
  }
}
process.on('message', async (question: Question) => process.send?.(await respond(question)))
process.send?.('ready')
