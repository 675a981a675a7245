// Admin API for a sandbox's business clock: moves it forward, so that expiry and deadlines can be tested.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import { admins } from '../platform/http/access.ts'
import { named, utcStamp } from '../platform/http/api.ts'
import { check, refused } from '../platform/http/body/body.ts'
import { numberText } from '../platform/http/body/json.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, utcSecond } from '../platform/time/clock.ts'
import type { SandboxClock } from '../platform/time/sandbox-clock.ts'
import { adminOf } from './access.ts'
import { audit } from './audit.ts'

const system = { tag: 'Admin: system', priority: 'test', access: admins('clock') } as const
const clockResponse = named(
  'SandboxClock',
  z.object({ offset_seconds: z.int(), now: utcStamp, wall_now: utcStamp }),
  { offset_seconds: 86_400, now: '2026-11-22T09:30:00Z', wall_now: '2026-11-21T09:30:00Z' },
)
const onlyThere = 'Only in sandbox deployments.'

export const clockProblems = {
  too_far: { status: 409, detail: 'The clock would be more than ten years ahead', retry: 'never' },
  not_followed: { status: 502, detail: 'The simulators did not follow the clock', retry: 'later' },
} as const satisfies Record<string, ProblemSpec>

const forwardField = z
  .unknown()
  .meta({ type: ['integer', 'string'] as never, description: 'Seconds, or a duration such as `P1D`.' })

type ClockNeeds = { sandboxClock: SandboxClock; wallClock: Clock; secrets: Secrets }

export const clockRoutes = [
  endpoint({
    ...system,
    id: 'readClock',
    method: 'GET',
    path: '/api/v1/admin/sandbox/clock',
    summary: 'Retrieve the sandbox clock',
    description: onlyThere,
    responses: { 200: clockResponse },
    handle: async (needs: ClockNeeds) => {
      await needs.sandboxClock.read()
      return stateOf(needs)
    },
  }),
  endpoint({
    ...system,
    id: 'moveClock',
    method: 'POST',
    path: '/api/v1/admin/sandbox/clock',
    stepUp: 'harmless',
    conflictOfInterest: 'service',
    summary: 'Move the sandbox clock forward',
    description: onlyThere,
    body: z.object({ forward: forwardField }).meta({ id: 'ClockRequest', examples: [{ forward: 'P1D' }] }),
    responses: { 200: clockResponse },
    problems: Object.values(clockProblems),
    handle: async (needs: ClockNeeds, { request }) => {
      const { sandboxClock, wallClock, secrets } = needs
      const schema = z.object({ forward: secondsFrom(sandboxClock.now()) })
      const { forward } = check(schema, jsonBody(request), 'body')
      const admin = adminOf(request)
      const result = await sandboxClock.forward(forward, (sql, offset_seconds) => {
        const detail = { forward_seconds: forward, offset_seconds }
        const now = wallClock.now()
        audit(sql, secrets, { admin, action: 'clock.forward', subject: 'sandbox', detail, now })
      })
      if (result !== 'moved') throw new Problem(clockProblems[result])
      return stateOf(needs)
    },
  }),
]

const stateOf = ({ sandboxClock, wallClock }: ClockNeeds) => ({
  offset_seconds: sandboxClock.offsetSeconds(),
  now: utcSecond(sandboxClock.now()),
  wall_now: utcSecond(wallClock.now()),
})

const maxSeconds = 366 * 86_400

/** Tells the pages in every response how far the clock is ahead of theirs, so that they judge times as the service does. */
export function sendClockOffset(app: FastifyInstance, { offsetSeconds }: SandboxClock): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const ahead = offsetSeconds()
    if (ahead > 0) reply.header('x-clock-ahead-seconds', ahead)
    done(null, payload)
  })
}

const missing = refused('missing', 'Field required')
const wrong = refused(
  'value_error',
  'Value error, forward is whole seconds or a duration such as P1D, from 1 second to 366 days',
)

/** Reads durations from this time on. */
const secondsFrom = (now: Temporal.Instant) =>
  z.unknown().transform((value, context) => {
    const seconds = secondsOf(value, now)
    if (seconds !== undefined && seconds >= 1 && seconds <= maxSeconds) return seconds
    context.addIssue({ code: 'custom', ...(value === undefined ? missing : wrong) })
    return z.NEVER
  })

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
