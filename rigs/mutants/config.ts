// Runs the tests of one mutant: MUTANT names it, and its edits are made in memory while the files are read. Without it
// the tests run with nothing changed.
import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutants } from './all.ts'
import { edited, needsDatabase } from './mutant.ts'

const wanted = process.env.MUTANT
const mutant = mutants.find(({ name }) => name === wanted)
if (wanted !== undefined && !mutant) throw new Error(`no mutant is called ${wanted}`)

/** All at once, so that a text which has changed fails the run before anything is tried. */
const sources = new Map<string, string>()
for (const edit of mutant?.edits ?? []) {
  const file = resolve(edit.file)
  sources.set(file, edited(sources.get(file) ?? readFileSync(file, 'utf8'), edit))
}

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      // What is kept between runs must not learn of our edits.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (sources.has(id) ? false : undefined)),
      load(id) {
        const source = sources.get(id.split('?')[0]!)
        // The runner wants to know that what is tried was changed.
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
    // Some have to pass too, so that it is seen that the rest of the product still works.
    bail: mutant ? 3 : 0,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    // A mutant may make something wait for ever.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
