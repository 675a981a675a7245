// A folder like that of a merchant's developer: outside the project, with the packed client installed in it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export type MerchantFolder = { path: string; remove(): void }

/** The packed client, installed as `npm install ./likuta-sdk-….tgz` does without a registry. */
export async function openMerchantFolder(): Promise<MerchantFolder> {
  const path = mkdtempSync(join(tmpdir(), 'likuta-merchant-'))
  cpSync(await installedClient(), path, { recursive: true })
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A folder with the client as its sources are now. It is packed and installed once, because npm takes seconds for it. */
async function installedClient(): Promise<string> {
  const folder = resolve('node_modules/.cache/likuta-client', digestOfSources())
  if (existsSync(folder)) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const path = mkdtempSync(`${folder}-`)
  const npm = (parameters: string[], cwd: string) => execute('npm', parameters, { cwd, env: environment() })
  await npm(['pack', '--pack-destination', path], 'sdk')
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const archive = readdirSync(path).find((name) => name.endsWith('.tgz')) as string
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], path)
  try {
    renameSync(path, folder)
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw error
    rmSync(path, { recursive: true })
  }
  return folder
}

function digestOfSources(): string {
  const sources = globSync('sdk/**/*.{ts,json,md}', { exclude: ['sdk/dist'] })
  const hash = createHash('sha256')
  for (const path of [...sources.toSorted(), 'package-lock.json'])
    hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** The environment without the variables that npm sets for the test runner. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV|VITEST)/.test(name)),
  )
}
