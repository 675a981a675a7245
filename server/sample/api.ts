// The sample month of a sandbox account: an owner makes and removes it, and everybody who reads the account can look at it. Only on
// sandbox deployments; in production these paths do not exist.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { leaveSamples, viewSample } from '../accounts/sessions.ts'
import { audit } from '../admin/audit.ts'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import { merchantActor, merchantById, type RequestOrigin } from '../merchants/identity/merchant.ts'
import { insertSample, removeSampleMerchant } from '../merchants/identity/sample-merchant.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import type { Tx } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, named } from '../platform/http/api.ts'
import { check } from '../platform/http/body/body.ts'
import { jsonBody } from '../platform/http/http.ts'
import { type MakeNeeds, makeSample, sampleDays } from './make-sample.ts'
import { daysOfSample, timeOf } from './plan.ts'
import {
  beginSample,
  forgetSample,
  lockSample,
  readSample,
  type Sample,
  type SampleLease,
} from './progress.ts'

export const sampleProblems = {
  sandbox_only: {
    code: 'RMT-403',
    status: 403,
    detail: 'Only sandbox merchants may do this',
    retry: 'never',
  },
  being_made: { code: 'RMT-409', status: 409, detail: 'The sample is being made', retry: 'later' },
  not_made: { code: 'RMT-409', status: 409, detail: 'There is no sample to look at', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>

export type SampleNeeds = MakeNeeds & { merchantPrefix: string }

const samplePath = '/api/v1/merchant/sandbox/sample'
const sample = { tag: 'Portal', priority: 'test', path: samplePath } as const

const sampleResponse = dataResponse(
  'SampleMonth',
  z.object({
    state: z.enum(['NONE', 'MAKING', 'MADE', 'INTERRUPTED']).meta({
      description: '`INTERRUPTED`: what made it has died. Make it again, or remove it.',
    }),
    merchant_code: z.string().nullable(),
    done: z.int().meta({ description: 'Days that are made.' }),
    total: z.int().meta({ description: 'Days that it has; 0 without a sample.' }),
    is_viewed: z.boolean().meta({ description: 'Whether this session looks at the sample.' }),
  }),
  { state: 'MAKING', merchant_code: 'LKT-7K2M-9QXA', done: 12, total: 31, is_viewed: false },
)

const viewSchema = z.object({
  sample: z.boolean().meta({ description: 'Whether to look at the sample.' }),
})

export const sampleRoutes = [
  userEndpoint({
    ...sample,
    id: 'readSample',
    method: 'GET',
    access: users('account'),
    summary: 'Retrieve the sample month',
    responses: { 200: sampleResponse },
    work: async (needs: SampleNeeds, { session }) => stateOf(needs, session),
  }),
  userEndpoint({
    ...sample,
    id: 'makeSample',
    method: 'POST',
    access: users('configure'),
    summary: 'Make a sample month',
    description: `Makes a month of invented business in an account of its own: payments, declines, refunds, disputes, payouts, transfers
and a batch. It takes some seconds; read it to follow. A second call makes nothing more. No webhook and no message is sent for it.`,
    responses: { 200: sampleResponse },
    problems: [sampleProblems.sandbox_only],
    work: async (needs: SampleNeeds, { session, request }) => {
      const lease = await begin(needs, session, originOf(request))
      if (lease) void makeSample(needs, lease)
      return stateOf(needs, session)
    },
  }),
  userEndpoint({
    ...sample,
    id: 'removeSample',
    method: 'DELETE',
    access: users('configure'),
    summary: 'Remove the sample month',
    description: 'Removes all of it. Only the audit log keeps that it was made and removed.',
    responses: { 200: sampleResponse },
    problems: [sampleProblems.being_made],
    work: async (needs: SampleNeeds, { session, request }) => {
      await remove(needs, session, originOf(request))
      return { ...rendered({ state: 'NONE', code: null, done: 0, total: 0 }), is_viewed: false }
    },
  }),
  userEndpoint({
    ...sample,
    id: 'viewSample',
    method: 'POST',
    path: `${samplePath}/view`,
    access: users('account'),
    summary: 'Look at the sample month',
    description:
      'From then on, this session reads the sample, and changes nothing; or it reads the account again.',
    body: named('SampleView', viewSchema, { sample: true }),
    responses: { 200: sampleResponse },
    problems: [sampleProblems.not_made],
    work: async (needs: SampleNeeds, { session, request }) => {
      const { sample: wanted } = check(viewSchema, jsonBody(request), 'body')
      const state = await stateOf(needs, session)
      if (wanted && state.state !== 'MADE') throw new Problem(sampleProblems.not_made)
      await viewSample(needs.db, session, wanted)
      return { ...state, is_viewed: wanted }
    },
  }),
]

/** The merchant of the user, also while they look at its sample. */
const ownId = ({ sampleOf, merchantId }: Session) => sampleOf ?? merchantId

const rendered = ({ state, code, done, total }: Sample) => ({ state, merchant_code: code, done, total })

async function stateOf({ db, wallClock }: SampleNeeds, session: Session) {
  const found = await readSample(db, ownId(session), wallClock.now())
  return { ...rendered(found), is_viewed: session.sampleOf !== undefined }
}

const originOf = ({ ip, id }: FastifyRequest): RequestOrigin => ({ address: ip, requestId: id })

/** Begins a sample, unless there is one or another call makes it. What was interrupted is removed first. @throws Problem 403 */
async function begin(
  needs: SampleNeeds,
  session: Session,
  origin: RequestOrigin,
): Promise<SampleLease | undefined> {
  const { db, clock, wallClock, secrets, merchantPrefix } = needs
  const of = ownId(session)
  if (session.environment !== 'sandbox') throw new Problem(sampleProblems.sandbox_only)
  const now = clock.now()
  const days = sampleDays(now)
  const createdAt = timeOf(days[0]!.day.subtract({ days: 1 }), 0)
  return db.transaction(
    async (sql) => {
      const found = await lockSample(sql, of, wallClock.now())
      if (found.state === 'MAKING' || found.state === 'MADE') return undefined
      if (found.id !== undefined) await removeWithin(sql, of, found.id)
      const made = await insertSample(sql, secrets, { of, merchantPrefix, createdAt })
      if (!made) return undefined
      await record(sql, needs, session, { origin, action: 'sample.made', code: made.merchantCode })
      return beginSample(sql, { merchantId: made.id, total: days.length }, wallClock.now())
    },
    { mutexKey: `sample of ${of}` },
  )
}

/** @throws Problem 409 while it is being made. */
async function remove(needs: SampleNeeds, session: Session, origin: RequestOrigin): Promise<void> {
  const { db, wallClock } = needs
  const of = ownId(session)
  await db.transaction(
    async (sql) => {
      const found = await lockSample(sql, of, wallClock.now())
      // guard: sample-being-made
      if (found.state === 'MAKING') throw new Problem(sampleProblems.being_made)
      if (found.id === undefined) return
      await removeWithin(sql, of, found.id)
      await record(sql, needs, session, { origin, action: 'sample.removed', code: found.code })
    },
    { mutexKey: `sample of ${of}` },
  )
}

async function removeWithin(sql: Tx, of: bigint, id: bigint): Promise<void> {
  // guard: sample-left
  await leaveSamples(sql, of)
  await forgetSample(sql, id)
  await removeSampleMerchant(sql, id)
}

async function record(
  sql: Tx,
  { secrets, clock }: SampleNeeds,
  session: Session,
  { origin, action, code }: { origin: RequestOrigin; action: string; code: string | null },
): Promise<void> {
  const { merchantCode = '' } = (await merchantById(sql, ownId(session))) ?? {}
  const admin = merchantActor({ ...session, merchantCode }, origin)
  const detail = { sample: code, days: daysOfSample + 1 }
  audit(sql, secrets, { admin, action, subject: merchantCode, detail, now: clock.now() })
}

/** Says in the names of downloaded files that they are of a sample, or of test mode: a file outlives what the page says about it. */
export function nameFilesOfProfile(app: FastifyInstance): void {
  app.addHook('onSend', async ({ profile }, reply) => {
    const named = reply.getHeader('content-disposition')
    // guard: sample-file-name
    const prefix = profile?.sampleOf !== undefined ? 'sample-' : profile?.testOf !== undefined ? 'test-' : ''
    if (typeof named === 'string' && prefix !== '')
      reply.header('content-disposition', named.replace('filename="', `filename="${prefix}`))
  })
}
