// Where the tests find a browser: a Chromium comes with the packages for Linux x64 only.
import chromium from '@sparticuz/chromium'

/** @throws Error that names the setting, where no package fits the machine. */
export async function chromePath(
  environment: Record<string, string | undefined> = process.env,
  { platform, arch }: { platform: string; arch: string } = process,
): Promise<string> {
  if (environment.CHROME_PATH) return environment.CHROME_PATH
  if (platform === 'linux' && arch === 'x64') return chromium.executablePath()
  throw new Error(
    `no Chromium comes with the packages for ${platform} ${arch}: set CHROME_PATH to the program of a Chrome or Chromium`,
  )
}
