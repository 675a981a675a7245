// Registers the gateway's routes: the REST API at the root and under its prefix, pages under the prefix only.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { utcSeconds } from '../clock.ts'
import type { Fault, Faults } from '../faults.ts'
import { registerAccessControl } from './access-control/routes.ts'
import { type Gateway, wait } from './gateway.ts'
import { registerFlex, registerLibrary } from './microform/flex-routes.ts'
import { serverError } from './problems.ts'
import { registerOperations } from './routes.ts'

export async function registerCardGateway(
  app: FastifyInstance,
  gateway: Gateway,
  faults: Faults,
): Promise<void> {
  await app.register(
    async (scope) => {
      prepare(scope, gateway, faults, '/gateway')
      registerOperations(scope, gateway)
      registerFlex(scope, gateway)
      registerLibrary(scope, gateway)
      registerAccessControl(scope, gateway)
    },
    { prefix: '/gateway' },
  )
  // The official client does not support a path prefix.
  await app.register(async (scope) => {
    prepare(scope, gateway, faults, '')
    registerOperations(scope, gateway)
    registerFlex(scope, gateway)
  })
}

function prepare(scope: FastifyInstance, gateway: Gateway, faults: Faults, prefix: string): void {
  // Signatures cover the bytes as sent, so bodies are parsed only after the signature was verified.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const struck = new WeakSet<FastifyRequest>()
  scope.addHook('onRequest', async (request, reply) => {
    const path = (request.raw.url ?? '').slice(prefix.length).split('?')[0] ?? ''
    const pattern = (request.routeOptions.url ?? path).slice(prefix.length)
    gateway.requestCounts.set(pattern, (gateway.requestCounts.get(pattern) ?? 0) + 1)
    const fault = faults.draw('gateway', path)
    if (fault?.mode === 'lost-reply') struck.add(request)
    else if (fault) await misbehave(fault, request, reply, gateway)
  })
  scope.addHook('onSend', async (request) => {
    if (struck.has(request)) request.raw.socket.destroy()
  })
}

async function misbehave(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<void> {
  switch (fault.mode) {
    case 'down':
      reply.hijack()
      request.raw.socket.destroy()
      return
    case 'timeout':
      reply.hijack()
      return
    case '5xx':
      await reply.code(502).send(serverError(utcSeconds(gateway.clock.now())))
      return
    default:
      await wait(fault.delay_seconds * 1000)
  }
}
