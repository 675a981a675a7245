// Builds the search over guides, errors and reference: a script, and for each language the texts that it searches.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { languages } from '../guides/guide-texts.ts'
import type { BuiltPage } from '../guides/markdown.ts'
import { searchPageOf } from './sections.ts'

/** @param directory of the guides, which have the page of the search. */
export async function buildSearch(
  root: string,
  directory: string,
  pages: readonly BuiltPage[],
): Promise<void> {
  const put = (name: string, content: string, type: string) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
    writeFileSync(join(directory, 'assets', `${name}-${hash}.${type}`), content)
    return `/guides/assets/${name}-${hash}.${type}`
  }
  const script = put('search', await bundled(join(root, 'web/search/search.ts')), 'js')
  for (const language of languages) {
    const found = pages.filter((page) => page.language === language && isFound(page))
    const texts = put(`search-${language}`, JSON.stringify(found.map(searchPageOf)), 'json')
    // The page was built with the guides, before their texts were known.
    const file = join(directory, language, 'search.html')
    const page = readFileSync(file, 'utf8')
    writeFileSync(file, page.replace('{search-script}', script).replace('{search-texts}', texts))
  }
}

/** Pages for merchants. The lists of pages lead to what is found anyway, and the calls of the portal's own pages repeat the API. */
const isFound = ({ href, kind }: BuiltPage) =>
  kind !== 'admin' && !/^\/(guides|docs)\/\w+(\/errors\/all|\/portal(-[\w-]+)?)?$/.test(href)

async function bundled(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  const [script] = built[0]?.output ?? []
  if (!script) throw new Error(`${entry} has no output`)
  return script.code
}
