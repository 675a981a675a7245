#!/usr/bin/env node
// The command line.
import { CommanderError } from 'commander'
import { openProgram } from './commands/program.ts'

// Node calls the stripping of types from what browsers get experimental; nobody at this command line can act on that.
const [printWarning] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.name === 'ExperimentalWarning' || printWarning?.(warning))

try {
  await openProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
