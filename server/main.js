#!/usr/bin/env node
// The command line. In plain JavaScript, and the only such file of the server: Node keeps what it makes of a module (types
// off, compiled) for the next start, but only of those loaded after this is asked for, and what takes types off is large.
// Nothing that an old Node lacks is imported before its version has been looked at: it could say only that it is missing.
import { fileURLToPath } from 'node:url'

const neededNode = 26

if (Number.parseInt(process.versions.node, 10) < neededNode) {
  process.stderr.write(
    `Likuta needs Node ${neededNode} and this is ${process.versions.node}: after \`npm ci\` has ended well, \`npm start\` and \`npx likuta\` run the Node it installs; or install Node ${neededNode}\n`,
  )
  process.exit(1)
}

const { enableCompileCache } = await import('node:module')

// Beside the packages, where only who may change the program can write: whoever writes there writes code that is run. Where
// it cannot be written nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/likuta', import.meta.url)))

// Node calls the stripping of types from what browsers get experimental; nobody at this command line can act on that.
const [printWarning] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.name === 'ExperimentalWarning' || printWarning?.(warning))

await import('./platform/process/young-objects.ts')
const { runProgram } = await import('./commands/program.ts')
await runProgram()
