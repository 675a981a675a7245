// npm run dev:web: builds the pages again when one of their sources changes, and then has a running `npm run dev` start again,
// which reads the pages once at its start.
import { execFile } from 'node:child_process'
import { utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
/** Folders that the pages are built from. */
const sources = ['web', 'docs/guides', 'docs/errors', 'scripts']
/** A file that `npm run dev` watches, because the server imports it. */
const watched = join(root, 'server/composition/site/web-pages.ts')
/** An editor writes several files at once, and a file in several steps. */
const quietMs = 150

let timer: NodeJS.Timeout | undefined
let isBuilding = false
let changedSince = false

for (const folder of sources)
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (folder !== 'web' || !name?.startsWith('dist')) schedule()
  })
process.stdout.write(`watching ${sources.join(', ')}\n`)
schedule()

function schedule(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void build(), quietMs)
}

async function build(): Promise<void> {
  if (isBuilding) {
    changedSince = true
    return
  }
  isBuilding = true
  try {
    // A process of its own: it reads the scripts of the build afresh.
    const parameters = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/pages/build-web.ts')]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    process.stdout.write(stdout)
    utimesSync(watched, new Date(), new Date())
  } catch (error) {
    process.stderr.write(`${(error as { stderr?: string }).stderr ?? error}\n`)
  } finally {
    isBuilding = false
    if (changedSince) schedule()
    changedSince = false
  }
}
