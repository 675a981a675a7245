import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Either the whole new content or the old one is there, whatever happens meanwhile. Only the owner can read it. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
