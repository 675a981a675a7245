import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** The failures of the last run, one line each: the file, a tab, the title. `.ci/run` runs these files once more, alone. */
const failures = 'node_modules/.cache/likuta/failed-tests.txt'

/**
 * Ends a run with one plain line, so that a script can read how many tests ran without parsing the runner's output.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const failed: string[] = []
    for (const module of modules) {
      if (module.errors().length > 0) {
        count.failed += 1
        failed.push(`${module.relativeModuleId}\tthe whole file`)
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state] += 1
        if (state === 'failed') failed.push(`${module.relativeModuleId}\t${test.fullName}`)
      }
    }
    mkdirSync(dirname(failures), { recursive: true })
    writeFileSync(failures, failed.map((line) => `${line}\n`).join(''))
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`,
    )
  }
}
