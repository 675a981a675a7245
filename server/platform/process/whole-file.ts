import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file atomically: after a crash it holds the old content or the new one. Only the owner can read it. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
