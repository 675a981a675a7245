// The stream that portal pages follow while they are visible: server-sent events, because they pass every proxy that
// passes HTTP. Only our own pages call it.
import { PassThrough } from 'node:stream'
import { Problem } from '../../kernel/problem.ts'
import { isAllowed } from '../../kernel/roles/merchant-users.ts'
import { type Session, sessionOf } from '../../merchants/sign-in/bearer.ts'
import { users } from '../../platform/http/access.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { type Counts, type openUpdates, type UpdateList, updateLists } from './updates.ts'

/** Proxies close connections on which nothing has moved for a while, usually a minute. */
const heartbeatMs = 15_000
/** What a reader may leave unread; events are small, so a reader with more than this is gone. */
const maxUnreadBytes = 16 * 1024

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy must neither store nor transform the stream; nginx must not collect it.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

const path = '/api/v1/merchant/updates'

type UpdateNeeds = { updates: ReturnType<typeof openUpdates> }

export const updatesRoute = endpoint({
  id: 'followUpdates',
  method: 'GET',
  path,
  priority: 'list',
  access: users('payments'),
  unlisted: true,
  summary: 'Follow what changes in the lists of payments, transfers and payouts',
  tag: 'Portal',
  responses: { 200: { description: 'Server-sent events.', type: 'text/event-stream' } },
  exposeHeadRoute: false,
  handle: async ({ updates }: UpdateNeeds, { request, reply }) => {
    const stream = new PassThrough()
    const write = (text: string) => {
      if (stream.readableLength > maxUnreadBytes) stream.destroy()
      else stream.write(text)
    }
    const session = sessionOf(request)
    const unsubscribe = updates.subscribe({
      session,
      lists: updateLists.filter((list) => isReader(session, list)),
      send: (counts) => write(eventOf(counts)),
      end: () => stream.end('event: end\ndata: {}\n\n'),
    })
    if (!unsubscribe) throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': '60' })
    const heartbeat = setInterval(() => write(': \n\n'), heartbeatMs).unref()
    stream.once('close', () => {
      clearInterval(heartbeat)
      unsubscribe()
    })
    // The duration of a stream says nothing about the speed of the service.
    request.span.finish({ method: 'GET', route: path, status: 200 })
    request.span = { ...request.span, finish() {} }
    stream.write(': \n\n')
    return reply.headers(headers).send(stream)
  },
})

/** Whether the user may read the list. */
const isReader = ({ user }: Session, list: UpdateList) =>
  isAllowed(user.role, list === 'payouts' ? 'money' : 'payments')

const eventOf = (counts: Counts) => `data: ${JSON.stringify(counts)}\n\n`
