// A folder as a merchant's developer has one: outside the project, with the packed client installed in it.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export type MerchantFolder = { path: string; remove(): void }

/** Packs the client and installs it as `npm install ./likuta-sdk-….tgz` does. No registry is asked. */
export async function openMerchantFolder(): Promise<MerchantFolder> {
  const path = mkdtempSync(join(tmpdir(), 'likuta-merchant-'))
  const npm = (parameters: string[], cwd: string) => execute('npm', parameters, { cwd, env: environment() })
  await npm(['pack', '--pack-destination', path], 'sdk')
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const archive = readdirSync(path).find((name) => name.endsWith('.tgz')) as string
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], path)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** What the program that runs the tests tells npm is not for this one. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV|VITEST)/.test(name)),
  )
}
