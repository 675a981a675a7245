// Admin API for a sandbox's business clock: moves it forward, so that expiry and deadlines can be tested.

import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import { admins } from '../platform/http/access.ts'
import { type Endpoint, named, utcStamp } from '../platform/http/api.ts'
import { check, refused } from '../platform/http/body/body.ts'
import { numberText } from '../platform/http/body/json.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { type Clock, utcSecond } from '../platform/time/clock.ts'
import type { SandboxClock } from '../platform/time/sandbox-clock.ts'
import { adminOf } from './access.ts'
import { audit } from './audit.ts'

const system = { tag: 'Admin: system' } as const
const clockResponse = named(
  'SandboxClock',
  z.object({ offset_seconds: z.int(), now: utcStamp, wall_now: utcStamp }),
  { offset_seconds: 86_400, now: '2026-11-22T09:30:00Z', wall_now: '2026-11-21T09:30:00Z' },
)
const onlyThere = 'Only in sandbox deployments.'

const readClock: Endpoint = {
  ...system,
  id: 'readClock',
  method: 'GET',
  path: '/api/v1/admin/sandbox/clock',
  priority: 'test',
  access: admins('clock'),
  summary: 'Retrieve the sandbox clock',
  description: onlyThere,
  responses: { 200: clockResponse },
}

/** @param forward the schema of the field, which needs the current time to read durations. */
function moveClock(forward: z.ZodType, problems: Endpoint['problems'] & {}): Endpoint {
  return {
    ...system,
    id: 'moveClock',
    method: 'POST',
    path: '/api/v1/admin/sandbox/clock',
    priority: 'test',
    access: admins('clock'),
    stepUp: 'harmless',
    conflictOfInterest: 'service',
    summary: 'Move the sandbox clock forward',
    description: onlyThere,
    body: z.object({ forward }).meta({ id: 'ClockRequest', examples: [{ forward: 'P1D' }] }),
    responses: { 200: clockResponse },
    problems,
  }
}

export const clockProblems = {
  too_far: { status: 409, detail: 'The clock would be more than ten years ahead', retry: 'never' },
  not_followed: { status: 502, detail: 'The simulators did not follow the clock', retry: 'later' },
} as const satisfies Record<string, ProblemSpec>

const path = '/api/v1/admin/sandbox/clock'
const mostSeconds = 366 * 86_400

/** Tells the pages in every response how far the clock is ahead of theirs, so that they judge times as the service does. */
export function sendClockOffset(app: FastifyInstance, { offsetSeconds }: SandboxClock): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const ahead = offsetSeconds()
    if (ahead > 0) reply.header('x-clock-ahead-seconds', ahead)
    done(null, payload)
  })
}

/** @param guard refuses requests that are not from an admin. */
export function registerClockRoutes(
  app: FastifyInstance,
  needs: { sandboxClock: SandboxClock; wallClock: Clock; secrets: Secrets },
  guard: onRequestAsyncHookHandler,
): void {
  const { sandboxClock, wallClock, secrets } = needs
  const forward = z
    .unknown()
    .transform((value, context) => {
      const seconds = secondsOf(value, sandboxClock.now())
      if (seconds !== undefined && seconds >= 1 && seconds <= mostSeconds) return seconds
      context.addIssue({ code: 'custom', ...(value === undefined ? missing : wrong) })
      return z.NEVER
    })
    .meta({ type: ['integer', 'string'] as never, description: 'Seconds, or a duration such as `P1D`.' })
  const bodySchema = z.object({ forward })
  const state = () => ({
    offset_seconds: sandboxClock.offsetSeconds(),
    now: utcSecond(sandboxClock.now()),
    wall_now: utcSecond(wallClock.now()),
  })

  app.get(path, { onRequest: guard, config: { api: readClock } }, async (_request, reply) => {
    await sandboxClock.read()
    return sendJson(reply, state())
  })

  app.post(
    path,
    { onRequest: guard, config: { api: moveClock(forward, Object.values(clockProblems)) } },
    async (request, reply) => {
      const { forward } = check(bodySchema, jsonBody(request), 'body')
      const admin = adminOf(request)
      const result = await sandboxClock.forward(forward, (sql, offset_seconds) => {
        const detail = { forward_seconds: forward, offset_seconds }
        audit(sql, secrets, {
          admin,
          action: 'clock.forward',
          subject: 'sandbox',
          detail,
          now: wallClock.now(),
        })
      })
      if (result !== 'moved') throw new Problem(clockProblems[result])
      return sendJson(reply, state())
    },
  )
}

const missing = refused('missing', 'Field required')
const wrong = refused(
  'value_error',
  'Value error, forward is whole seconds or a duration such as P1D, from 1 second to 366 days',
)

/** Returns whole seconds from a number or an ISO 8601 duration; months and years are counted from `now`. */
function secondsOf(value: unknown, now: Temporal.Instant): number | undefined {
  const digits = numberText(value)
  if (digits !== undefined) return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
  if (typeof value !== 'string') return undefined
  try {
    const seconds = Temporal.Duration.from(value).total({
      unit: 'seconds',
      relativeTo: now.toZonedDateTimeISO('UTC'),
    })
    return Number.isInteger(seconds) ? seconds : undefined
  } catch {
    return undefined
  }
}
