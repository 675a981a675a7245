// Serves the API reference under /docs, static pages that `npm run build:web` writes to web/dist/docs. The calls of admins are under
// /docs/admin, for the admin networks only.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AdminAccess, networkGuard } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { registerStaticPages } from './static-pages.ts'
import { registerAssets } from './web-pages.ts'

const builtInto = join(import.meta.dirname, '../../../web/dist/docs')

type ReferenceNeeds = {
  adminAccess: Pick<AdminAccess, 'networks' | 'log'>
  /** Whether readers can send calls from the page, as in a sandbox. */
  canTry: boolean
}

export function registerReference(
  app: FastifyInstance,
  { adminAccess, canTry }: ReferenceNeeds,
  directory = builtInto,
): void {
  const notFound = async () => {
    throw new Problem(requestProblems.not_found)
  }
  const pages = { name: 'pages of the API reference', notFound }
  registerStaticPages(app, { ...pages, base: '/docs', directory })
  const admin = { base: '/docs/admin', directory: join(directory, 'admin') }
  registerStaticPages(app, { ...pages, ...admin, onRequest: networkGuard(adminAccess) })
  registerAssets(app, '/docs/assets', directory, canTry ? {} : { empty: /^try-/ })
}
