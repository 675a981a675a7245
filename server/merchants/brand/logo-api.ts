// Serves logos from our own origin, so that payment pages load nothing from anywhere else.
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { logoByName } from './brand.ts'

export const logoRoutePath = '/brand/'

/**
 * Registers the route of logos. Whatever the bytes contain, a browser shows them as an image or not at all: the type is the
 * one that was recognized, `nosniff` is set on every response, and a document made of them could run and load nothing.
 */
export function registerLogoRoute(app: FastifyInstance, { db }: { db: Sql }): void {
  app.get(
    `${logoRoutePath}:name`,
    { config: { api: 'unlisted', priority: 'list' } },
    async (request, reply) => {
      const { name } = request.params as { name: string }
      const logo = await logoByName(db, name)
      if (!logo) throw new Problem(requestProblems.not_found)
      return reply
        .headers({
          'content-type': logo.type,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(logo.bytes)
    },
  )
}
