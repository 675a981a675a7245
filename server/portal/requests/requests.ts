// The log of a merchant's recent API requests in the portal, to find out why an integration fails.
import { z } from 'zod'
import { type ExplainedRequest, pageOfRequests } from '../../merchants/request-log/request-log.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { paged, rangeOf, readPageOf } from '../../platform/http/lists/list-query.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'

export const statusSchema = z.object({ status: z.enum(['ok', 'failed', 'all', '']).optional() })

export type RequestNeeds = { db: Sql; wallClock: Clock }

/** Lists requests, newest first. `failed` means a response of 400 or above. @throws InvalidBody */
export async function requestsPage(needs: RequestNeeds, session: Session, query: unknown) {
  const page = readPageOf({}, query)
  const { status } = check(statusSchema, query, 'query')
  const failed = status === 'failed' ? true : status === 'ok' ? false : null
  const { rows, total } = await pageOfRequests(needs, session, { failed, ...rangeOf(page) })
  return paged(page, { items: rows.map(renderRequest), total })
}

function renderRequest({
  at,
  method,
  path,
  status,
  reason,
  request_id,
  duration_ms,
  address,
  explanation,
}: ExplainedRequest) {
  const facts = { method, path, status, reason, request_id, duration_ms, address, explanation }
  return { at: zonelessMicrosecond(at), ...facts }
}
