// Serves the API reference under /docs, static pages that `npm run build:web` writes to web/dist/docs. The calls of admins are under
// /docs/admin, for the admin networks only.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AdminAccess, networkGuard } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { registerStaticPages } from './static-pages.ts'
import { type Asset, loadAsset, pageHeaders, registerAssets, send } from './web-pages.ts'

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

const guidesFolder = join(import.meta.dirname, '../../../web/dist/guides')

export function registerGuides(app: FastifyInstance, directory = guidesFolder): void {
  const files = (['fr', 'en'] as const).map((name) => [name, join(directory, `404.${name}.html`)] as const)
  const missing = new Map(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, loadAsset(file)]),
  )
  registerStaticPages(app, {
    base: '/guides',
    directory,
    name: 'guides',
    notFound: (language, request, reply) =>
      send(request, reply.code(404).headers(pageHeaders), missing.get(language) as Asset),
  })
  registerAssets(app, '/guides/assets', directory)
}
