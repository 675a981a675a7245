// The process under test: the product's webhook delivery worker, or, as its control, the same calls signed and sent
// by the same code without a database.

import { newId } from '../../../../server/kernel/id.ts'
import { openDatabase } from '../../../../server/platform/database/database.ts'
import { openOutbound } from '../../../../server/platform/network/outbound.ts'
import { openLog } from '../../../../server/platform/process/log.ts'
import type { Loop } from '../../../../server/platform/process/worker-loop.ts'
import { openSecrets } from '../../../../server/platform/secrets.ts'
import { systemClock, unixSeconds } from '../../../../server/platform/time/clock.ts'
import { startDeliveries } from '../../../../server/webhooks/delivery/deliver.ts'
import { enqueueWebhook } from '../../../../server/webhooks/enqueue-webhook.ts'
import { callbackSecretContext } from '../../../../server/webhooks/receiver-credentials.ts'
import { attemptHeaders } from '../../../../server/webhooks/sign.ts'
import { serveRequests } from '../../harness/process.ts'
import { preciseNow } from './clock.ts'

/** @param sealed the merchant's encrypted callback secret, in base64. */
export type Target = { merchantId: string; url: string; sealed: string }

export type SenderQuestion =
  | { kind: 'usage' }
  | { kind: 'start' }
  | { kind: 'stop' }
  /** Enqueues events and wakes the worker, as the product does after a commit. */
  | { kind: 'produce'; targets: Target[]; perSecond: number; seconds: number }
  /** @param inFlight concurrent calls. */
  | { kind: 'send'; targets: Target[]; events: number; inFlight: number; body: string }

export type SenderUsage = { cpuMicroseconds: number; statements: number; transactions: number }

const { DATABASE_URL = '', MASTER_KEY = '' } = process.env
const db = openDatabase(DATABASE_URL, { connections: 6, name: 'likuta-worker' })
const secrets = openSecrets(Buffer.from(MASTER_KEY, 'base64'))
const log = openLog('error')
let outbound = openOutbound({ reach: 'private' })
let loop: Loop | undefined
let produced = 0

function start(): void {
  const needs = { db, clock: systemClock, wallClock: systemClock, log, secrets, outbound }
  loop = startDeliveries({ ...needs, speed: 1, notify: async () => {} })
}

async function stop(): Promise<void> {
  await loop?.stop()
  await outbound.close()
  outbound = openOutbound({ reach: 'private' })
  loop = undefined
}

async function produce({ targets, perSecond, seconds }: SenderQuestion & { kind: 'produce' }): Promise<void> {
  const started = performance.now()
  const announcing = new Set<Promise<void>>()
  const enqueueOne = async ({ merchantId, url }: Target) => {
    produced += 1
    await db.transaction((sql) =>
      enqueueWebhook(
        sql,
        {
          ...{ merchantId: BigInt(merchantId), environment: 'sandbox', url, signed: true },
          ...{ subject: `bench:${produced}`, eventType: 'PAYMENT', dedupeKey: newId() },
          body: { status: 'SUCCESS', reference: `INV-${produced}`, enqueued: preciseNow() },
        },
        systemClock.now(),
      ),
    )
    loop?.wake()
  }
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = started + (n * 1_000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const one = enqueueOne(targets[n % targets.length]!).finally(() => announcing.delete(one))
    announcing.add(one)
  }
  await Promise.all(announcing)
}

async function send(wanted: SenderQuestion & { kind: 'send' }): Promise<void> {
  const { events, inFlight, body } = wanted
  const targets = wanted.targets.map((target) => ({
    ...target,
    sealed: Buffer.from(target.sealed, 'base64'),
  }))
  let sent = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (sent < events) {
        const { url, merchantId, sealed } = targets[sent++ % targets.length]!
        const headers = attemptHeaders(
          { event_id: newId(), signed: true, body },
          {
            attempt: 1,
            unixSeconds: unixSeconds(systemClock.now()),
            signingSecrets: () => [secrets.open(sealed, callbackSecretContext(BigInt(merchantId)))],
          },
        )
        await outbound.post({ url, body, headers })
      }
    }),
  )
}

serveRequests<SenderQuestion>(
  async (question) => {
    if (question.kind === 'start') start()
    if (question.kind === 'stop') await stop()
    if (question.kind === 'produce') await produce(question)
    if (question.kind === 'send') await send(question)
    const { user, system } = process.cpuUsage()
    const { statements, transactions } = db.counted
    return { cpuMicroseconds: user + system, statements, transactions } satisfies SenderUsage
  },
  async () => {
    await stop()
    await db.close()
  },
)
