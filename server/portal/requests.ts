// What a merchant's servers asked lately and were told, for finding out why an integration fails.
import { z } from 'zod'
import type { Session } from '../merchants/bearer.ts'
import { type LoggedRequest, pageOfRequests } from '../merchants/request-log.ts'
import { check } from '../platform/body.ts'
import { type Clock, zonelessMicrosecond } from '../platform/clock.ts'
import type { Sql } from '../platform/database.ts'
import { paged, rangeOf, readPageOf } from '../platform/page.ts'

export const statusSchema = z.object({ status: z.enum(['ok', 'failed', 'all', '']).optional() })

/** Newest first. `failed` is whatever was answered with 400 or more. @throws InvalidBody */
export async function requestsPage(needs: { db: Sql; wallClock: Clock }, session: Session, query: unknown) {
  const page = readPageOf({}, query)
  const { status } = check(statusSchema, query, 'query')
  const failed = status === 'failed' ? true : status === 'ok' ? false : null
  const { rows, total } = await pageOfRequests(needs, session, { failed, ...rangeOf(page) })
  return paged(page, { items: rows.map(requestView), total })
}

function requestView({ at, method, path, status, reason, request_id, duration_ms, address }: LoggedRequest) {
  return { at: zonelessMicrosecond(at), method, path, status, reason, request_id, duration_ms, address }
}
