// What a declared route sends for what its handler returns.

import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../process/log.ts'
import { anyone } from './access.ts'
import { endpoint, respond, serving } from './endpoint.ts'
import { openHttp } from './http.ts'
import { onePlace } from './place.ts'

const base = { method: 'GET', priority: 'list', access: anyone, summary: '', tag: '' } as const
const body = z.object({ n: z.int() })
const pages: FastifyReply[] = []
const routes = [
  endpoint({
    ...base,
    id: 'plain',
    path: '/plain',
    responses: { 201: body },
    handle: async () => ({ n: 1 }),
  }),
  endpoint({
    ...base,
    id: 'named',
    path: '/named',
    responses: { 200: body, 202: body },
    handle: async () => respond(202, { n: 2 }, { 'x-name': 'it' }),
  }),
  endpoint({
    ...base,
    id: 'page',
    path: '/page',
    responses: { 200: { description: 'A page.', type: 'text/html' } },
    handle: async (_needs, { reply }) => {
      pages.push(reply)
      return reply.code(404).type('text/html').send('<p>gone</p>')
    },
  }),
]

test('a body gets the lowest declared status, another one by name, and a sent page keeps its own', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  const seen: number[] = []
  app.addHook('onResponse', async (_request, { statusCode }) => void seen.push(statusCode))
  const closed = async () => {}
  const guards = {
    admin: closed,
    bearer: closed,
    signature: closed,
    admin_networks: closed,
    own_pages: closed,
  }
  serving(app, guards, onePlace({}))((needs) => needs, routes)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const [plain, named, page] = await Promise.all(
    (['/plain', '/named', '/page'] as const).map(async (path) => {
      const response = await fetch(address + path)
      return [response.status, await response.text(), response.headers.get('x-name')]
    }),
  )
  await app.close()
  expect(plain).toEqual([201, '{"n":1}', null])
  expect(named).toEqual([202, '{"n":2}', 'it'])
  expect(page).toEqual([404, '<p>gone</p>', null])
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([404])
  expect(seen.toSorted()).toEqual([201, 202, 404])
})
