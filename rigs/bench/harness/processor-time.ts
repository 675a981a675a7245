// The processor time of a process and its descendants, as Linux counts it.
import { readFileSync } from 'node:fs'

const microsecondsPerTick = 10_000

/**
 * Microseconds of user and kernel time of a process, of its descendants, and of those that have ended and were waited for.
 * @returns undefined on a system without /proc, and for a process that has ended.
 */
export function processorTime(pid: number): number | undefined {
  const own = ticksOf(pid)
  if (own === undefined) return undefined
  const below = descendantsOf(pid).reduce((sum, each) => sum + (ticksOf(each) ?? 0), 0)
  return (own + below) * microsecondsPerTick
}

/** Fields 14 to 17 of `stat`: the process's own user and kernel time, and those of its ended children. */
function ticksOf(pid: number): number | undefined {
  return statOf(pid)
    ?.slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** @returns undefined when the parent is unknown. */
export function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** The fields after the name of the program, which may itself contain blanks and parentheses. */
function statOf(pid: number): string[] | undefined {
  const text = readProcess(pid, 'stat')
  return text?.slice(text.lastIndexOf(') ') + 2).split(' ')
}

function descendantsOf(pid: number): number[] {
  const children = (readProcess(pid, `task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** A process may end between two reads. */
function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
