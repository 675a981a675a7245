// The order of test files. The slowest start first, so that no worker is left alone with one of them at the end.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest in `npm test`, then those that do in `npm run test:unit`, the slowest first. */
export const slowest: readonly string[] = [
  'rigs/simulation/simulation.test.ts',
  'test/journeys/crash.test.ts',
  'test/journeys/command-line.test.ts',
  'test/journeys/commands.test.ts',
  'test/journeys/reference.test.ts',
  'test/journeys/checkout.test.ts',
  'test/journeys/tenancy.test.ts',
  'test/journeys/upload-page.test.ts',
  'test/journeys/card-testing.test.ts',
  'test/journeys/portal-pages.test.ts',
  'test/journeys/portal-service-pages.test.ts',
  'test/journeys/every-page.test.ts',
  'test/journeys/payout-pages.test.ts',
  'sdk/http/running-attempt.test.ts',
  'sdk/http/retry.test.ts',
  'rigs/screening/screening-set.test.ts',
  'server/adapters/mobile-money/pawapay/contract.test.ts',
  'server/adapters/mobile-money/airtel/adapter.test.ts',
  'server/adapters/mobile-money/hostile.test.ts',
  'server/adapters/mobile-money/gsma/adapter.test.ts',
  'server/adapters/cybersource/adapter.test.ts',
]

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const index = slowest.indexOf(relative(project.config.root, moduleId))
      return index < 0 ? slowest.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
