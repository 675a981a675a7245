// The pages for merchants, for admins, for verifying receipts and for sending papers: apps that are built separately, so that none contains another's
// code.
// The app is Vite's mode: `vite build --mode portal`, or `vite --mode portal` to work on it beside a running
// sandbox.
import { defineConfig } from 'vite'
import { offlineFiles } from './scripts/pages/build-verify.ts'
import { identityTags, installTags } from './scripts/site/identity.ts'
import { skeleton } from './scripts/site/skeleton.ts'

const service = process.env.BASE_URL ?? 'http://localhost:8080'

type Modules = { getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null }

/**
 * What an app's first page needs is one script, whatever the later ones share with it: the smaller the pieces, the worse they are
 * compressed.
 */
function firstScript(id: string, modules: Modules): string | null {
  const known = new Set<string>()
  const isFirst = (module: string): boolean => {
    if (known.has(module)) return false
    known.add(module)
    const info = modules.getModuleInfo(module)
    return info !== null && (info.isEntry || info.importers.some(isFirst))
  }
  return isFirst(id) ? 'first' : null
}

/** What nearly every later page draws with is one script too, instead of one for each file. */
const sharedParts = /\/web\/ui\/(?:display|payments|rows)\/(?!event-detail|filter-bar|pager)/

export default defineConfig(({ mode: app }) => ({
  root: `web/${app}`,
  base: `/${app}/`,
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      name: 'identity',
      transformIndexHtml: {
        order: 'pre',
        // The console is not for home screens: it opens from the networks of admins only.
        handler: (page) =>
          page
            .replace('<!--identity-->', app === 'portal' ? `${identityTags}\n${installTags}` : identityTags)
            .replace('<!--skeleton-->', skeleton),
      },
    },
    ...(app === 'verify' ? [offlineFiles()] : []),
  ],
  build: {
    outDir: `../dist/${app}`,
    emptyOutDir: true,
    // Papers are sent from any phone that somebody has.
    target: app === 'papers' ? 'es2019' : 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: firstScript, debugName: 'first', priority: 2 },
            { name: 'parts', test: sharedParts, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': service, '/pl': service } },
}))
