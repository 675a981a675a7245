import { expect, test } from 'vitest'
import { chromePath } from './chrome.ts'

test('on every machine the tests use the browser named in CHROME_PATH', async () => {
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
])('a machine without a packaged Chromium gets an error that names CHROME_PATH: %o', async (machine) => {
  await expect(chromePath({}, machine)).rejects.toThrow(/set CHROME_PATH/)
})
