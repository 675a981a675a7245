import { expect, test } from 'vitest'
import { chromePath } from './chrome.ts'

test('the browser of the tests is that of CHROME_PATH, on every machine', async () => {
  const CHROME_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  for (const machine of [
    { platform: 'darwin', arch: 'arm64' },
    { platform: 'linux', arch: 'x64' },
  ])
    expect(await chromePath({ CHROME_PATH }, machine)).toBe(CHROME_PATH)
})

test.each([
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'win32', arch: 'x64' },
])('a machine without a Chromium among the packages is told of CHROME_PATH: %o', async (machine) => {
  await expect(chromePath({}, machine)).rejects.toThrow(/set CHROME_PATH/)
})
