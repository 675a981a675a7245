// Unpacks the browser before the workers start: two that unpacked it at once would run it while it is still written.
import { chromePath } from './chrome.ts'

export default async function setup(): Promise<void> {
  // Where no package fits the machine, the tests that need a browser say so; the others run.
  await chromePath().catch(() => undefined)
}
