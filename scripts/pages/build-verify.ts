// What makes the page that verifies receipts installable: the service worker with the list of the page's files, a manifest in each
// language, and the icons.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const source = join(import.meta.dirname, '../../web/verify')

const names = {
  fr: { name: 'Vérifier un reçu Likuta', short: 'Reçus' },
  en: { name: 'Verify a Likuta receipt', short: 'Receipts' },
} as const

function manifest(language: keyof typeof names): string {
  const { name, short } = names[language]
  const icon = (size: number) => ({
    src: `/verify/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })
  return JSON.stringify({
    id: '/verify',
    name,
    short_name: short,
    lang: language,
    start_url: '/verify',
    scope: '/verify',
    display: 'standalone',
    background_color: '#f2f0ea',
    theme_color: '#0b4a47',
    icons: [icon(192), icon(512)],
  })
}

/** Adds the files to the build. */
export function offlineFiles(): Plugin {
  return {
    name: 'offline',
    generateBundle: {
      // After Vite has written the page.
      order: 'post',
      handler(_, bundle) {
        const emit = (fileName: string, content: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source: content })
        for (const language of ['fr', 'en'] as const) emit(`${language}.webmanifest`, manifest(language))
        const icons = readdirSync(join(source, 'icons'))
        for (const icon of icons) emit(icon, readFileSync(join(source, 'icons', icon)))
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
        const page = bundle['index.html']
        const pageText = page?.type === 'asset' ? String(page.source) : ''
        const version = createHash('sha256').update(pageText).digest('hex').slice(0, 12)
        emit(
          'sw.js',
          workerCode(
            files.map((name) => `/verify/${name}`),
            version,
          ),
        )
      },
    },
  }
}

/** The worker without types, and with what it keeps. Icons and manifests are kept by the browser that installs the page. */
function workerCode(files: readonly string[], version: string): string {
  const typed = readFileSync(join(source, 'service-worker.ts'), 'utf8')
  const code = stripTypeScriptTypes(typed)
    .replace('__FILES__', JSON.stringify(files))
    .replace('__VERSION__', JSON.stringify(version))
  return minifySync('sw.js', code).code
}
