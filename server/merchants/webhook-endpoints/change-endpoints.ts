// A merchant adds, changes and deletes further webhook endpoints, and rotates their secrets. They receive what the callback URL receives, so
// the same people may change them, by the same proof as for the secret of that, and owners are notified.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import {
  changeEndpoint,
  changeEndpointSecret,
  deleteEndpoint,
  type EndpointRow,
  type EndpointSettings,
  endpointsOf,
  insertEndpoint,
  maxEndpoints,
} from '../../webhooks/endpoints.ts'
import { eventTypes } from '../../webhooks/feed.ts'
import { alertOwners } from '../alerts/alert-merchant.ts'
import { recordSettingChange } from '../alerts/setting-change.ts'
import { newCallbackSecret } from '../identity/credentials.ts'
import { merchantActor } from '../identity/merchant.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { changeSettings, type ProfileNeeds } from '../profile/profile.ts'
import { callbackSecretSchema, proveOwner, type RotationNeeds } from '../profile/rotate-credentials.ts'
import type { Session } from '../sign-in/bearer.ts'
import { callOf } from '../sign-in/step-up.ts'
import { endpointChangeSchema, newEndpointSchema } from './schemas.ts'

export type EndpointNeeds = ProfileNeeds & RotationNeeds

/** Who changes endpoints, in which request. */
type Caller = { session: Session; request: FastifyRequest }

/** The endpoint as its merchant reads it. */
export function renderEndpoint(row: EndpointRow, now: Temporal.Instant) {
  const { id, url, description, is_enabled: enabled, previous_secret_until: until } = row
  const overlaps = until !== null && Temporal.Instant.compare(until, now) > 0
  return {
    ...{ id, url, description, enabled },
    events: inOrder(row.events),
    created_at: zonelessMicrosecond(row.created_at),
    previous_valid_until: overlaps ? zonelessMicrosecond(until) : null,
  }
}

const inOrder = (events: readonly string[]) => eventTypes.filter((name) => events.includes(name))

/** Adds an endpoint and returns it with its secret, which is never shown again. @throws InvalidBody, Problem 400, 403, 409 */
export async function addEndpoint(needs: EndpointNeeds, caller: Caller) {
  const { session, request } = caller
  const accepts = (url: URL) => needs.acceptsCallbackUrl(url, session.environment)
  const given = check(newEndpointSchema(accepts), jsonBody(request), 'body')
  await proveOwner(needs, session, request, given.current_password)
  const secret = newCallbackSecret()
  const { url, description = '', enabled = true } = given
  const settings = { url, description, events: inOrder(given.events), is_enabled: enabled }
  const now = needs.clock.now()
  const made = await withEndpoints(needs, caller, async (sql, known) => {
    // guard: max-endpoints
    if (known.length >= maxEndpoints) throw new Problem(problems.endpoints_full)
    await record(sql, needs, caller, undefined, settings)
    return insertEndpoint(sql, needs.secrets, { merchantId: session.merchantId, settings, secret, now })
  })
  return { ...renderEndpoint(made, now), secret }
}

/** Changes what the body names. @throws InvalidBody, Problem 400, 403, 404 */
export async function editEndpoint(needs: EndpointNeeds, caller: Caller, id: string) {
  const { session, request } = caller
  const accepts = (url: URL) => needs.acceptsCallbackUrl(url, session.environment)
  const given = check(endpointChangeSchema(accepts), jsonBody(request), 'body')
  await proveOwner(needs, session, request, given.current_password)
  const now = needs.clock.now()
  const changed = await withEndpoints(needs, caller, async (sql, known) => {
    const before = knownEndpoint(known, id)
    const settings = settingsAfter(before, given)
    if (textOf(before) !== textOf(settings)) await record(sql, needs, caller, before, settings)
    return changeEndpoint(sql, session.merchantId, before, { settings, now })
  })
  return renderEndpoint(changed, now)
}

/** @throws Problem 403, 404 */
export async function removeEndpoint(needs: EndpointNeeds, caller: Caller, id: string): Promise<object> {
  await proveOwner(needs, caller.session, caller.request, undefined)
  await withEndpoints(needs, caller, async (sql, known) => {
    const before = knownEndpoint(known, id)
    await record(sql, needs, caller, before, undefined)
    await deleteEndpoint(sql, before, needs.clock.now())
  })
  return {}
}

/** Gives the endpoint a new secret. @throws InvalidBody, Problem 400, 403, 404 */
export async function rotateEndpointSecret(needs: EndpointNeeds, caller: Caller, id: string) {
  const { session, request } = caller
  const sent = request.rawBody.length > 0 ? jsonBody(request) : {}
  const { current_password, overlap_hours: hours } = check(callbackSecretSchema, sent, 'body')
  await proveOwner(needs, session, request, current_password)
  const { merchantId } = session
  const now = needs.clock.now()
  const until = hours ? now.add({ hours }) : null
  const secret = newCallbackSecret()
  await withEndpoints(needs, caller, async (sql, known) => {
    knownEndpoint(known, id)
    await recordRotation(sql, needs, caller, { id, hours, now })
    await changeEndpointSecret(sql, needs.secrets, { merchantId, id, secret, until })
  })
  return {
    secret,
    rotated_at: zonelessMicrosecond(now),
    previous_valid_until: until && zonelessMicrosecond(until),
  }
}

/** Runs `change` while no other changes the endpoints of the merchant. @throws Problem 401 if it has just gone live. */
async function withEndpoints<Result>(
  needs: EndpointNeeds,
  { session, request }: Caller,
  change: (sql: Tx, known: EndpointRow[]) => Promise<Result>,
): Promise<Result> {
  const done = await changeSettings(needs, callOf(session, request), async (sql) => ({
    result: await change(sql, await endpointsOf(sql, session.merchantId)),
  }))
  if (!done) throw new Problem(problems.token_wrong)
  return done.result
}

/** @throws Problem 404 */
function knownEndpoint(known: readonly EndpointRow[], id: string): EndpointRow {
  const found = known.find((endpoint) => endpoint.id === id.toLowerCase())
  if (!found) throw new Problem(problems.endpoint_unknown)
  return found
}

function settingsAfter(
  before: EndpointRow,
  given: z.output<ReturnType<typeof endpointChangeSchema>>,
): EndpointSettings {
  return {
    url: given.url ?? before.url,
    events: given.events ? inOrder(given.events) : before.events,
    description: given.description ?? before.description,
    is_enabled: given.enabled ?? before.is_enabled,
  }
}

/** The endpoint as owners read it: without the query of its URL, which may hold a secret. */
function textOf(settings: EndpointSettings | undefined): string {
  if (!settings) return ''
  const { url, events, description, is_enabled } = settings
  const { origin, pathname } = new URL(url)
  const off = is_enabled ? [] : ['–']
  return [...off, origin + pathname, ...events, ...(description === '' ? [] : [description])].join(', ')
}

function record(
  sql: Tx,
  needs: EndpointNeeds,
  { session, request }: Caller,
  before: EndpointSettings | undefined,
  after: EndpointSettings | undefined,
): Promise<void> {
  const change = { setting: 'webhook_endpoint', before: textOf(before), after: textOf(after) } as const
  return recordSettingChange(sql, needs, callOf(session, request), change)
}

async function recordRotation(
  sql: Tx,
  { secrets }: EndpointNeeds,
  { session, request }: Caller,
  { id, hours, now }: { id: string; hours: number | undefined; now: Temporal.Instant },
): Promise<void> {
  const { merchantId, merchantCode: subject, environment, user } = session
  const what = 'endpoint-secret'
  const admin = merchantActor(session, { address: request.ip, requestId: request.id })
  const detail = { what, endpoint_id: id, ...(hours && { overlap_hours: hours }) }
  audit(sql, secrets, { admin, action: 'merchant.credential_rotated', subject, detail, now })
  const alert = { merchantId, environment, kind: 'credential_rotated', fact: `rotated:${id}:${now}` } as const
  await alertOwners(sql, { ...alert, facts: { what, by: user.email, at: now } }, now)
}
