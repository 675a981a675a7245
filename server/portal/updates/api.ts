// The stream that portal pages follow while they are visible: server-sent events, because they pass every proxy that
// passes HTTP. Only our own pages call it.
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { bearerGuard, type Session, sessionOf } from '../../merchants/sign-in/bearer.ts'
import { type BearerNeeds, selfServicePath } from '../../merchants/sign-in/bearer-routes.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Log } from '../../platform/observability/log.ts'
import { type Counts, openUpdates, type UpdateList, updateLists } from './updates.ts'

/** Proxies close connections on which nothing has moved for a while, usually a minute. */
const heartbeatMs = 15_000
/** What a reader may leave unread; events are small, so a reader with more than this is gone. */
const mostUnreadBytes = 16 * 1024

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy must neither store nor transform the stream; nginx must not collect it.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export function registerUpdates(app: FastifyInstance, needs: BearerNeeds & { log: Log }): void {
  const updates = openUpdates(needs)
  // Without this, a process that stops would wait for its open streams.
  app.addHook('preClose', async () => updates.close())
  app.route({
    method: 'GET',
    url: `${selfServicePath}/updates`,
    onRequest: bearerGuard(needs),
    config: { api: 'unlisted' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const stream = new PassThrough()
      const write = (text: string) => {
        if (stream.readableLength > mostUnreadBytes) stream.destroy()
        else stream.write(text)
      }
      const session = sessionOf(request)
      const unsubscribe = updates.subscribe({
        session,
        lists: updateLists.filter((list) => isReader(needs, session, list)),
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
      request.span.finish({ method: 'GET', route: `${selfServicePath}/updates`, status: 200 })
      request.span = { ...request.span, finish() {} }
      stream.write(': \n\n')
      return reply.headers(headers).send(stream)
    },
  })
}

/** Whether the user may call the route of the list. */
const isReader = ({ roles }: BearerNeeds, { user }: Session, list: UpdateList) =>
  roles.admits(user.role, 'GET', `${selfServicePath}/${list}`)

const eventOf = (counts: Counts) => `data: ${JSON.stringify(counts)}\n\n`
