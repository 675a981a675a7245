// Where the tests find a browser: a packaged Chromium exists for Linux x64 only.
import chromium from '@sparticuz/chromium'

/** @throws Error that names CHROME_PATH where no package fits the machine. */
export async function chromePath(
  environment: Record<string, string | undefined> = process.env,
  { platform, arch }: { platform: string; arch: string } = process,
): Promise<string> {
  if (environment.CHROME_PATH) return environment.CHROME_PATH
  if (platform === 'linux' && arch === 'x64') return chromium.executablePath()
  throw new Error(
    `no packaged Chromium exists for ${platform} ${arch}: set CHROME_PATH to the executable of Chrome or Chromium`,
  )
}
