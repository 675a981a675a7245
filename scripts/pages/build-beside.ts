// Builds a folder beside the finished one and then swaps the two, so that a build that is interrupted leaves what was there.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'

/** @param build writes into the empty folder that it is given. */
export async function buildBeside(finished: string, build: (folder: string) => Promise<void>): Promise<void> {
  const [building, previous] = [`${finished}.new`, `${finished}.old`]
  // A build that was killed between the two renames has left only the previous folder.
  if (!existsSync(finished) && existsSync(previous)) renameSync(previous, finished)
  for (const leftover of [building, previous]) rmSync(leftover, { recursive: true, force: true })
  mkdirSync(building, { recursive: true })
  await build(building)
  if (existsSync(finished)) renameSync(finished, previous)
  renameSync(building, finished)
  rmSync(previous, { recursive: true, force: true })
}
