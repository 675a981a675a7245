// Whether the duration of a refusal reveals anything about a secret: npm run timing. This is not part of the
// regular tests, because what it measures is smaller than the noise of other work on the machine.

import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describe, test } from 'vitest'
import { hashPassword, placeholderHash, verifyPassword } from '../../server/accounts/password.ts'
import { adminGuard } from '../../server/admin/access.ts'
import { equalInConstantTime } from '../../server/kernel/constant-time.ts'
import { requestSignature } from '../../server/merchants/identity/signed-request.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { tokensOnly } from '../support/callers/admins.ts'
import { compare, type Measured } from './welch.ts'

const samples = Number(process.env.TIMING_SAMPLES ?? 100_000)
/** The usual threshold of t in such measurements: above it, two classes count as different. */
const maxT = 4.5

function printMeasured(what: string, { t, samples: counted, nanoseconds }: Measured): void {
  const [one, other] = nanoseconds.map((time) => Math.round(time))
  process.stdout.write(
    `${JSON.stringify({ what, t: Number(t.toFixed(2)), samples: counted, nanoseconds: [one, other] })}\n`,
  )
}

/** A difference seen once may be noise from the machine; one seen three times is in the code. */
async function isIndistinguishable(
  what: string,
  works: readonly [() => unknown, () => unknown],
  count = samples,
): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const measured = await compare(works, { samples: count })
    printMeasured(what, measured)
    if (Math.abs(measured.t) < maxT) return
  }
  assert.fail(`${what}: the duration distinguishes the two classes`)
}

const secret = randomBytes(32).toString('hex')
const flip = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
const [early, late] = [flip(secret, 0), flip(secret, secret.length - 1)]

describe('control: the measurement', () => {
  test('control: a comparison that ends at the first difference is detected', async () => {
    const sameUntilNot = (a: string, b: string) => {
      for (let i = 0; i < a.length; i += 1) if (a.charCodeAt(i) !== b.charCodeAt(i)) return false
      return true
    }
    const measured = await compare([() => sameUntilNot(secret, early), () => sameUntilNot(secret, late)], {
      samples,
    })
    printMeasured('control: ends at the first difference', measured)
    assert.ok(Math.abs(measured.t) > 100, String(measured.t))
  })
})

describe('the duration does not reveal where a secret differs [S-07]', () => {
  test('the comparison takes constant time', () =>
    isIndistinguishable('comparison', [
      () => equalInConstantTime(secret, early),
      () => equalInConstantTime(secret, late),
    ]))

  test('checking a request signature takes constant time', () => {
    const parts = {
      timestamp: '1700000000',
      method: 'POST',
      path: '/api/v1/payment/status',
      body: Buffer.from('{"a":1}'),
    }
    const right = requestSignature(secret, parts)
    const refused = (sent: string) => equalInConstantTime(requestSignature(secret, parts), sent)
    const [first, last] = [flip(right, 0), flip(right, 63)]
    return isIndistinguishable('signature', [() => refused(first), () => refused(last)])
  })

  test('checking an admin token takes constant time', () => {
    const guard = adminGuard({
      ...tokensOnly,
      tokens: [{ name: 'a', token: secret }],
      networks: ['127.0.0.1'],
      log: silentLog,
    })
    const send = (token: string) => () =>
      guard({
        ip: '127.0.0.1',
        raw: { headersDistinct: { 'x-admin-token': [token] } },
      } as unknown as FastifyRequest).catch(() => false)
    return isIndistinguishable('admin token', [send(early), send(late)])
  })

  test('checking a merchant secret takes constant time [S-14]', () => {
    const secrets = openSecrets(randomBytes(32))
    const stored = secrets.mac('merchant-secret', secret).toString('hex')
    const refused = (sent: string) =>
      equalInConstantTime(secrets.mac('merchant-secret', sent).toString('hex'), stored)
    return isIndistinguishable('merchant secret', [() => refused(early), () => refused(late)])
  })
})

test('an unknown key takes as long to check as a known one [S-08]', () => {
  const unknownKey = createHmac('sha256', 'x').update('unknown-merchant').digest('hex')
  const parts = {
    timestamp: '1700000000',
    method: 'POST',
    path: '/api/v1/payment/status',
    body: Buffer.alloc(2_000, 'a'),
  }
  const sent = 'a'.repeat(64)
  const check = (key: string) => () => equalInConstantTime(requestSignature(key, parts), sent)
  return isIndistinguishable('unknown key', [check(secret), check(unknownKey)])
})

test('a password of an unknown account takes as long to check as one of a known account [S-59]', async () => {
  const knownHash = await hashPassword('correct horse battery')
  const check = (hash: string) => () => verifyPassword(hash, 'another horse battery')
  await isIndistinguishable(
    'unknown account',
    [check(knownHash), check(placeholderHash)],
    Math.max(60, samples / 500),
  )
}, 300_000)
