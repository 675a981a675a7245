// The vitest configuration for one mutant: MUTANT names it, and its changes are applied in memory as files are
// loaded. Without MUTANT the tests run on unchanged code.
import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutants } from './all.ts'
import { allGuards, changed } from './guards.ts'
import { needsDatabase } from './mutant.ts'

const wanted = process.env.MUTANT
const mutant = mutants.find(({ name }) => name === wanted)
if (wanted !== undefined && !mutant) throw new Error(`no mutant is named ${wanted}`)

/** Changed sources by path. They are prepared before any test, so that a mutant that no longer fits its guard stops the run. */
const sources = new Map<string, string>()
if (mutant) {
  const guards = allGuards()
  const fileOf = (name: string) => guards.find((guard) => guard.name === name)?.file
  for (const file of new Set(mutant.changes.map(([guard]) => fileOf(guard)))) {
    if (file === undefined)
      throw new Error(`a guard of the mutant “${mutant.name}” has no marker in the sources`)
    const changes = mutant.changes.filter(([guard]) => fileOf(guard) === file)
    sources.set(resolve(file), changed(readFileSync(file, 'utf8'), guards, changes))
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      // Changed files must not enter the cache that later runs use.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (sources.has(id) ? false : undefined)),
      load(id) {
        const source = sources.get(id.split('?')[0]!)
        // Shows the runner that a test loaded the changed file.
        if (source !== undefined && process.env.MUTANT_MARK)
          appendFileSync(process.env.MUTANT_MARK, `${id}\n`)
        return source
      },
    },
  ],
  test: {
    globalSetup:
      !mutant || needsDatabase(mutant)
        ? ['test/support/database/database.setup.ts', 'rigs/mutants/schema.setup.ts']
        : [],
    // Not 1: tests that pass after the first failure show that the rest of the product still works.
    bail: mutant ? 3 : 0,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    // A mutant can make a test wait for ever.
    testTimeout: mutant ? 60_000 : 300_000,
    hookTimeout: 60_000,
  },
})
