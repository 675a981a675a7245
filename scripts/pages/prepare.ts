// npm runs this after an installation (`prepare`), and also before `npx likuta` in a folder that it has not run in before. The pages
// exist by then, and building them again would take a minute in which the command prints nothing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

if (process.platform === 'win32') addExec()
if (process.env.npm_command !== 'exec') {
  if (isInstalled('vite')) await import('./build-web.ts')
  else
    process.stderr.write('The pages of web/ are not built: this installation omits the build dependencies.\n')
}

/**
 * Server scripts in package.json begin with `exec`, so that a signal reaches the server and not the shell that npm
 * starts. The Windows shell has no such command, so this adds one that runs its arguments.
 */
function addExec(): void {
  writeFileSync(join(root, 'node_modules/.bin/exec.cmd'), '@%*\r\n')
}

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== ''
  } catch {
    return false
  }
}
