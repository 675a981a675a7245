// Builds the home page, the page for unknown addresses, and the files that identify the site.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../guides/guide-texts.ts'
import type { BuiltPage } from '../guides/markdown.ts'
import { homePage } from './home.ts'
import { identityFiles } from './identity.ts'
import { informationPage, ownPage } from './information.ts'
import { informationNames } from './information-texts.ts'
import { llmsText } from './llms.ts'
import { type Assets, notFoundPage } from './page.ts'
import { minified } from './style.ts'

/** @param root of the project. @param directory where the pages are written. @param pages of the guides and the reference. */
export function buildSite(root: string, directory: string, pages: readonly BuiltPage[]): void {
  mkdirSync(join(directory, 'assets'), { recursive: true })
  mkdirSync(join(directory, 'root'))
  const source = (file: string) => readFileSync(join(root, 'web', file), 'utf8')
  const shared = source('ui/tokens.css') + source('ui/reset.css') + source('site/base.css')
  const style = (name: string) => {
    const text = minified(shared + source(`site/${name}.css`))
    const file = `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 10)}.css`
    writeFileSync(join(directory, 'assets', file), text)
    return `/site/assets/${file}`
  }
  const assets: Assets = { home: style('home'), missing: style('missing'), text: style('text') }
  for (const language of languages) {
    writeFileSync(join(directory, `home.${language}.html`), homePage(language, assets))
    writeFileSync(join(directory, `404.${language}.html`), notFoundPage(language, assets))
    writeFileSync(join(directory, `own.${language}.html`), ownPage(language, assets))
    for (const name of informationNames)
      writeFileSync(join(directory, `${name}.${language}.html`), informationPage(name, language, assets))
  }
  for (const [name, bytes] of Object.entries({ ...identityFiles(), 'llms.txt': llmsText(pages) }))
    writeFileSync(join(directory, 'root', name), bytes)
}
