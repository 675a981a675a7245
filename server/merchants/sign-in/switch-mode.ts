// Switches a session between the merchant in production and its test profile. Only sessions can: an API key and a merchant secret belong
// to one profile. The token before ends with the switch, so that a page never acts in another mode than the one it shows.
import { z } from 'zod'
import { moveSession } from '../../accounts/sessions.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { bearerToken, users } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { homeOf, liveSession, type Session } from './bearer.ts'
import { replaceCookie, sessionPath, tokenOf, whoIs } from './portal-session.ts'
import { openedSessionResponse } from './schemas.ts'
import { userEndpoint } from './user-endpoint.ts'

type SwitchNeeds = { db: Database; clock: Clock; baseUrl: string }

const modeSchema = z.object({
  mode: z.enum(['live', 'test']).meta({ description: '`test` is the test profile of the merchant.' }),
})

export const modeRoutes = [
  userEndpoint({
    tag: 'Account',
    id: 'switchMode',
    method: 'POST',
    path: `${sessionPath}/mode`,
    priority: 'status',
    access: users('account'),
    summary: 'Switch between live and test mode',
    description: `Returns a new token for the other profile of the merchant, which has its own \`merchant_code\`, keys and business. The
token of the request ends, and with it the step-ups given in it; the new one expires when it would have. Merchants have a test profile
from go-live on.`,
    body: named('ModeSwitch', modeSchema, { mode: 'test' }),
    responses: { 200: openedSessionResponse },
    problems: [problems.test_profile_missing],
    work: async (needs: SwitchNeeds, { session, request, reply }) => {
      const { mode } = check(modeSchema, jsonBody(request), 'body')
      const token = await switched(needs, session, mode === 'test')
      const live = await liveSession(needs.db, token, needs.clock.now())
      if (!live) throw new Problem(problems.token_wrong)
      replaceCookie(needs, { request, reply }, { from: bearerToken(request), to: token })
      return { ...tokenOf(token, live, needs.clock.now()), ...(await whoIs(needs, live)) }
    },
  }),
]

/** @returns the token of the session in the other mode. @throws Problem 401 if the session has ended meanwhile, 409 without a test profile */
async function switched({ db, clock }: SwitchNeeds, session: Session, isTest: boolean): Promise<string> {
  const wanted = { merchantId: homeOf(session), isTest, now: clock.now() }
  const moved = await db.transaction((sql) => moveSession(sql, session, wanted))
  if (moved === 'missing') throw new Problem(problems.test_profile_missing)
  if (moved === 'ended') throw new Problem(problems.token_wrong)
  return moved.token
}
