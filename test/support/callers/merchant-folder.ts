// A folder like that of a merchant's developer: outside the project, with the packed client installed in it.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export type MerchantFolder = { path: string; remove(): void }

/** Packs the client and installs it as `npm install ./likuta-sdk-….tgz` does, without using a registry. */
export async function openMerchantFolder(): Promise<MerchantFolder> {
  const path = mkdtempSync(join(tmpdir(), 'likuta-merchant-'))
  const npm = (parameters: string[], cwd: string) => execute('npm', parameters, { cwd, env: environment() })
  await npm(['pack', '--pack-destination', path], 'sdk')
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const archive = readdirSync(path).find((name) => name.endsWith('.tgz')) as string
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], path)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The environment without the variables that npm sets for the test runner. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV|VITEST)/.test(name)),
  )
}
