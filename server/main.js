#!/usr/bin/env node
// The command line. Plain JavaScript, unlike the rest of the server: Node caches compiled modules (with types stripped) only if they
// are loaded after `enableCompileCache`, and a TypeScript file would load the large type stripper before that. Nothing that old Node
// versions lack is imported before the version check, because they would only report a missing module.
import { fileURLToPath } from 'node:url'

const neededNode = 26

if (Number.parseInt(process.versions.node, 10) < neededNode) {
  process.stderr.write(
    `Likuta needs Node ${neededNode} but this is ${process.versions.node}: after a successful \`npm ci\`, \`npm start\` and \`npx likuta\` use the Node it installs; or install Node ${neededNode}\n`,
  )
  process.exit(1)
}

const { enableCompileCache, registerHooks } = await import('node:module')

// The cache is stored beside the packages, because anyone who can write to it can change the code that runs. If the directory is not
// writable, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/likuta', import.meta.url)))

// Our modules import each other by the path of the file, so there is nothing to search for. Node would look up each of 700 files and
// the package that it is in, which is a tenth of the start.
registerHooks({
  resolve: (specifier, context, resolveAsNode) =>
    specifier.startsWith('.') && specifier.endsWith('.ts')
      ? {
          url: new URL(specifier, context.parentURL).href,
          format: 'module-typescript',
          shortCircuit: true,
        }
      : resolveAsNode(specifier, context),
})

// Hides Node's experimental warning about type stripping, which the user of the command line cannot act on.
const [printWarning] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.name === 'ExperimentalWarning' || printWarning?.(warning))

await import('./platform/process/memory.ts')
const { runProgram } = await import('./composition/commands/program.ts')
await runProgram()
