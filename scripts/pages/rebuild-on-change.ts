// npm run dev:web: rebuilds the pages when one of their sources changes, and then makes a running `npm run dev` restart, because
// the server reads the pages only when it starts.
import { execFile } from 'node:child_process'
import { utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
/** The folders with the sources of the pages. */
const sources = ['web', 'docs/guides', 'docs/errors', 'scripts']
/** `npm run dev` watches this file because the server imports it; a new modification time restarts the server. */
const watched = join(root, 'server/composition/site/web-pages.ts')
/** Waits for a pause in the changes, because an editor can write several files, or one file in several steps. */
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
    // The build runs in a new process, so that changes of the build scripts take effect.
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
